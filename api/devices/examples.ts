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

/** One example for each schema of devices. */
export const DEVICE_EXAMPLES: Readonly<Record<string, object>> = {
  Device: device,
  DeviceList: listOf(device),
  RemovalCode: { deviceId: DEVICE, code: '7QK2M-9XB4T' },
  DevicePatch: { name: 'LIB-018', tags: ['library'] },
};
