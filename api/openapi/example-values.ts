export const AT = '2026-11-20T10:00:00.000Z';
export const DEVICE = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';
const COMMAND = 'cmd_01kafw3v5xe8m9t2q4r6y8b0cd';
export const KEY = 'key_01kafw2n7qd5g8h1j3k6m9p2rs';

const device = {
  id: DEVICE,
  name: 'LIB-017',
  status: 'online',
  user: 'ana@x.example',
  lastSeen: AT,
  campus: 'on-campus',
  battery: 81,
  ou: '/Springfield/High/Grade-9',
  platform: 'windows',
  osVersion: '11 24H2',
  serial: '5CG1',
  assetTag: null,
  agentVersion: '1.4.0',
  protection: { state: 'enforcing', policyVersion: 42, since: AT },
  lock: { state: 'unlocked', since: AT, until: null, message: null, requestedBy: null },
  enrolledAt: AT,
  createdAt: AT,
  updatedAt: AT,
  tags: ['library'],
};

const command = {
  id: COMMAND,
  deviceId: DEVICE,
  type: 'lock',
  params: { message: 'See the office' },
  status: 'queued',
  createdAt: AT,
  expiresAt: '2026-11-27T10:00:00.000Z',
  sentAt: null,
  acknowledgedAt: null,
  completedAt: null,
  result: null,
  error: null,
  requestedBy: KEY,
};

const campusFields = {
  name: 'High',
  cidrs: ['203.0.113.0/24'],
  geofence: { lat: 40.4, lon: -3.7, radiusMeters: 400 },
  gatewayMacs: ['00:00:5e:00:53:01'],
  bssids: [],
  ssids: ['Springfield'],
};
const campus = { id: 'cam_01kafw3v5xe8m9t2q4r6y8b0cd', ...campusFields, createdAt: AT, updatedAt: AT };

const enrollmentToken = {
  id: 'enr_01kafw3v5xe8m9t2q4r6y8b0cd',
  name: 'Cart 3',
  ou: '/Springfield',
  maxUses: 30,
  uses: 2,
  expiresAt: '2026-11-27T10:00:00.000Z',
  reEnroll: false,
  deviceId: null,
  createdAt: AT,
};

const enrollmentRequest = {
  id: 'erq_01kafw3v5xe8m9t2q4r6y8b0cd',
  deviceId: device.id,
  deviceName: device.name,
  ou: device.ou,
  tokenId: enrollmentToken.id,
  hostname: 'LIB-017',
  address: '10.20.3.4',
  code: '4F7K-2M9Q-XW3B',
  status: 'waiting',
  decidedAt: null,
  decidedBy: null,
  createdAt: AT,
  expiresAt: '2026-12-04T10:00:00.000Z',
};

const scope = { name: 'devices:read', description: 'List and read devices', granted: true, extension: false };

/** An example of a list with one row. */
export const listOf = (row: object) => ({
  data: [row],
  total: 1,
  page: 1,
  limit: 50,
  hasMore: false,
  nextCursor: null,
});

/** Devices, commands, campuses, enrolment tokens, scopes. */
export const FOUNDATION_EXAMPLES: Readonly<Record<string, object>> = {
  Device: device,
  DeviceList: listOf(device),
  DevicePatch: { name: 'LIB-018', tags: ['library'] },
  Command: command,
  CommandList: listOf(command),
  CommandRequest: { type: 'message', params: { text: 'The library closes in ten minutes.' } },
  CommandRequestMessage: { type: 'message', params: { text: 'The library closes in ten minutes.' } },
  CommandRequestOpenUrl: { type: 'open_url', params: { url: 'https://classroom.example/maths' } },
  LockParams: { message: 'See the office', durationMinutes: 30 },
  Campus: campus,
  CampusList: listOf(campus),
  CampusInput: campusFields,
  CampusPatch: { cidrs: ['203.0.113.0/24', '2001:db8::/32'] },
  EnrollmentToken: enrollmentToken,
  EnrollmentTokenList: listOf(enrollmentToken),
  CreatedEnrollmentToken: { ...enrollmentToken, uses: 0, token: `sget_${'0'.repeat(32)}_${'A'.repeat(43)}` },
  EnrollmentTokenInput: { name: 'Cart 3', ou: '/Springfield', maxUses: 30 },
  EnrollmentRequest: enrollmentRequest,
  EnrollmentRequestList: listOf(enrollmentRequest),
  ScopeInfo: scope,
  ScopeInfoList: listOf(scope),
  Problem: {
    type: 'https://docs.schoolgate.example/errors/insufficient-scope',
    title: 'The API key lacks a required scope',
    status: 403,
    detail: 'This call needs devices:write.',
    instance: `/v1/devices/${DEVICE}/lock`,
    code: 'insufficient_scope',
    requestId: 'req_01kafw3v5xe8m9t2q4r6y8b0cd',
    requiredScopes: ['devices:write'],
    grantedScopes: ['devices:read'],
  },
};
