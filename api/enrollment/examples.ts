import { AT, DEVICE, listOf } from '../openapi/example-values.ts';

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

const token = `sget_${'0'.repeat(32)}_${'A'.repeat(43)}`;

const enrollmentRequest = {
  id: 'erq_01kafw3v5xe8m9t2q4r6y8b0cd',
  deviceId: DEVICE,
  deviceName: 'LIB-017',
  ou: '/Springfield/High/Grade-9',
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

/** One example for each schema of enrollment tokens and requests. */
export const ENROLLMENT_EXAMPLES: Readonly<Record<string, object>> = {
  EnrollmentToken: enrollmentToken,
  EnrollmentTokenList: listOf(enrollmentToken),
  CreatedEnrollmentToken: {
    ...enrollmentToken,
    uses: 0,
    token,
    command: `sudo schoolgate-agent enroll --server https://schoolgate.example:8080 --token ${token}`,
  },
  EnrollmentTokenInput: { name: 'Cart 3', ou: '/Springfield', maxUses: 30 },
  EnrollmentRequest: enrollmentRequest,
  EnrollmentRequestList: listOf(enrollmentRequest),
};
