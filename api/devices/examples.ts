import { AT, DEVICE, listOf } from '../openapi/example-values.ts';

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

const historyEntry = {
  id: 'evt_01kafw2n7qd5g8h1j3k6m9p2rs',
  timestamp: AT,
  type: 'device.offline',
  reason: 'stopped',
  from: null,
  to: null,
  battery: null,
  campusId: null,
  commandId: null,
  heldBack: 0,
};

/** One example for each schema of devices. */
export const DEVICE_EXAMPLES: Readonly<Record<string, object>> = {
  Device: device,
  DeviceList: listOf(device),
  RemovalCode: { deviceId: DEVICE, code: '7QK2M-9XB4T' },
  DeviceSummary: {
    total: 490,
    cells: [
      { status: 'online', protection: 'enforcing', lock: 'unlocked', policyVersion: 42, count: 487 },
      { status: 'offline', protection: 'stale', lock: 'unlocked', policyVersion: 41, count: 3 },
    ],
    others: 0,
    generatedAt: AT,
  },
  DeviceState: {
    deviceId: DEVICE,
    connection: { status: 'offline', since: AT, reason: 'stopped', lastSeen: AT },
    protection: { state: 'unprotected', since: AT, reason: 'a captive portal holds the filter open' },
    policy: {
      wanted: { version: 42, hash: 'Jf3bkYVmTnZ6z0yWc5uGv8xQd1eRh2sLp4oKi7aNj9E' },
      enforced: { version: 41, hash: 'm0xQd1eRh2sLp4oKi7aNj9EJf3bkYVmTnZ6z0yWc5uG' },
      upToDate: false,
      policies: [{ id: 'pol_01kafw2n7qd5g8h1j3k6m9p2rs', version: 42 }],
    },
    selfTest: {
      commandId: 'cmd_01kafw2n7qd5g8h1j3k6m9p2rs',
      at: AT,
      ok: false,
      checks: [{ name: 'dns', ok: false, detail: 'a blocked name was answered' }],
    },
  },
  DeviceHistoryEntry: historyEntry,
  DeviceHistoryEntryList: listOf(historyEntry),
  DevicePatch: { name: 'LIB-018', tags: ['library'] },
};
