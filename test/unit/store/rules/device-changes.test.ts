import t from 'tap';
import type { CommandId, DeviceId, OuId } from '../../../../contracts/ids.ts';
import type { DeviceLock, DeviceRecord, NewDevice } from '../../../../store/ports/devices.ts';
import {
  changedDevice,
  hardwareIdentity,
  newDevice,
  newestOfEach,
  reEnrolledDevice,
  relockedDevice,
  revivedDevice,
  unenrolledDevice,
} from '../../../../store/rules/device-changes.ts';
import { hasFields } from '../../../support/has-fields.ts';

const ENROLLMENT: NewDevice = {
  id: 'dev_1' as DeviceId,
  organisationId: 1,
  ouId: 'ou_1' as OuId,
  publicKey: 'key',
  hardware: {
    machineId: 'm',
    serial: 's',
    hostname: 'laptop',
    platform: 'linux',
    osVersion: '12',
    manufacturer: null,
    model: null,
  },
  agentVersion: '1.0.0',
  now: 1_000,
};
const NEW = newDevice(ENROLLMENT, '/High');
const PIN = { salt: 's', hash: 'h', cost: 1, blockSize: 2, parallelization: 3 };
const LOCKED: DeviceLock = {
  wanted: true,
  confirmed: true,
  since: 5_000,
  until: 9_000,
  message: 'm',
  requestedBy: 'key_1',
  commandId: 'cmd_1' as CommandId,
  sequence: 7,
  durationMinutes: 5,
  pin: PIN,
};
/** A laptop in use: everything about it is known. */
const USED: DeviceRecord = {
  ...NEW,
  name: 'Library 4',
  user: 'a@school.example',
  tags: ['library'],
  assetTag: 'A1',
  battery: 50,
  campus: 'on-campus',
  held: { policyHash: 'p', categories: { version: 1, hash: 'c' } },
  protection: { state: 'enforcing', policyVersion: 3, since: 4_000 },
  lock: LOCKED,
  status: 'online',
  lastSeenAt: 8_000,
  connectionEpoch: 12,
  commandSequence: 7,
  targetVersion: 20,
  targetConfirmed: 20,
  version: 5,
};
const AGAIN: NewDevice = {
  ...ENROLLMENT,
  id: 'dev_2' as DeviceId,
  ouId: 'ou_2' as OuId,
  publicKey: 'new key',
  agentVersion: '2.0.0',
  hardware: { ...ENROLLMENT.hardware, osVersion: '13', serial: 't', hostname: 'other' },
  now: 10_000,
};

t.test('hardware is known again by machine id and serial together', async (t) => {
  const { hardware } = ENROLLMENT;
  t.equal(
    hardwareIdentity({ ...hardware, hostname: 'renamed' } as typeof hardware),
    hardwareIdentity(hardware),
  );
  t.not(
    hardwareIdentity({ machineId: 'm', serial: null }),
    hardwareIdentity({ machineId: 'm', serial: 's' }),
  );
  t.not(hardwareIdentity({ machineId: 'ms', serial: '' }), hardwareIdentity({ machineId: 'm', serial: 's' }));
});

t.test('a new device is off-line and unlocked, and has confirmed nothing', async (t) => {
  hasFields(t, NEW, {
    id: 'dev_1',
    name: 'laptop',
    ouPath: '/High',
    status: 'offline',
    tags: [],
    held: { policyHash: null, categories: null },
    protection: { state: 'unknown', policyVersion: null, since: null },
    lock: { wanted: false, confirmed: false, sequence: 0, pin: null, until: null },
    connectionEpoch: -1,
    commandSequence: 0,
    targetVersion: 1,
    targetConfirmed: 0,
    version: 1,
  });
  const long = newDevice(
    { ...ENROLLMENT, hardware: { ...ENROLLMENT.hardware, hostname: 'x'.repeat(253) } },
    '/High',
  );
  t.equal(long.name, 'x'.repeat(120));
});

t.test('installing anew keeps what people decided, and frees no locked laptop', async (t) => {
  const device = reEnrolledDevice(USED, AGAIN);
  hasFields(t, device, {
    id: 'dev_1',
    name: 'Library 4',
    ouId: 'ou_1',
    tags: ['library'],
    assetTag: 'A1',
    commandSequence: 7,
  });
  t.strictSame(device.lock, { ...LOCKED, confirmed: false, since: 10_000 });
});

t.test('installing anew forgets what the old installation reported', async (t) => {
  hasFields(t, reEnrolledDevice(USED, AGAIN), {
    publicKey: 'new key',
    osVersion: '13',
    serial: 't',
    agentVersion: '2.0.0',
    user: null,
    campus: 'unknown',
    campusId: null,
    battery: null,
    held: { policyHash: null, categories: null },
    protection: { state: 'unknown', policyVersion: null, since: null },
    connectionEpoch: -1,
    targetVersion: 21,
    targetConfirmed: 0,
    enrolledAt: 10_000,
    createdAt: 1_000,
    version: 6,
  });
});

t.test('a lock that was not confirmed keeps its time; a device is seen no earlier than it was', async (t) => {
  const locking = { ...USED, lock: { ...LOCKED, confirmed: false }, lastSeenAt: 20_000 };
  hasFields(t, reEnrolledDevice(locking, AGAIN), { lock: { since: 5_000 }, lastSeenAt: 20_000 });
  t.equal(reEnrolledDevice(USED, AGAIN).lastSeenAt, 10_000);
});

t.test('a device that was let go has no key, no user and no lock, and its counters go on', async (t) => {
  hasFields(t, unenrolledDevice(USED, 9_000), {
    publicKey: null,
    serial: null,
    user: null,
    status: 'offline',
    held: { policyHash: null, categories: null },
    lock: { wanted: false, confirmed: false, pin: null, message: null, sequence: 7 },
    commandSequence: 7,
    targetVersion: 21,
    updatedAt: 9_000,
    version: 6,
  });
});

t.test(
  'one that comes back has a new life under its old id, and nothing old can be replayed to it',
  async (t) => {
    const gone = unenrolledDevice(USED, 9_000);
    t.strictSame(revivedDevice(gone, AGAIN, '/Staff'), {
      ...newDevice(AGAIN, '/Staff'),
      id: 'dev_1',
      lock: { ...NEW.lock, sequence: 7 },
      commandSequence: 7,
      targetVersion: 22,
      createdAt: 1_000,
      version: 7,
    });
  },
);

t.test('a change sets what it names; a move to another unit makes a new target', async (t) => {
  const stays = { ouId: USED.ouId, ouPath: '/High', now: 9_000 };
  t.strictSame(changedDevice(USED, {}, stays), { ...USED, updatedAt: 9_000, version: 6 });
  hasFields(t, changedDevice(USED, { name: 'n', assetTag: null, tags: [] }, stays), {
    name: 'n',
    assetTag: null,
    tags: [],
    targetVersion: 20,
  });
  hasFields(t, changedDevice(USED, {}, { ouId: 'ou_2' as OuId, ouPath: '/Staff', now: 9_000 }), {
    ouId: 'ou_2',
    ouPath: '/Staff',
    targetVersion: 21,
  });
});

t.test('the target has a new version when the device has something to learn of its lock', async (t) => {
  const versionWith = (changes: Partial<DeviceLock>): number =>
    relockedDevice(USED, { ...LOCKED, ...changes }).targetVersion;
  for (const changes of [
    { wanted: false },
    { until: null },
    { message: 'n' },
    { commandId: null },
    { sequence: 8 },
    { durationMinutes: null },
    { pin: null },
    { pin: { ...PIN, hash: 'i' } },
    { pin: { ...PIN, parallelization: 4 } },
  ])
    t.equal(versionWith(changes), 21, JSON.stringify(changes));
  for (const changes of [{}, { confirmed: false }, { since: 1 }, { requestedBy: null }])
    t.equal(versionWith(changes), 20, JSON.stringify(changes));
  t.equal(relockedDevice(USED, { ...LOCKED, confirmed: false }).lock.confirmed, false);
  const reordered = { parallelization: 3, blockSize: 2, cost: 1, hash: 'h', salt: 's' };
  t.equal(versionWith({ pin: reordered }), 20, 'the same PIN');
});

t.test('of a batch the newest of each device counts; of one moment the later', async (t) => {
  const item = (deviceId: string, lastSeenAt: number, n: number) => ({
    deviceId: deviceId as DeviceId,
    lastSeenAt,
    n,
  });
  const batch = [item('a', 5, 1), item('b', 1, 2), item('a', 4, 3), item('b', 1, 4), item('b', 0, 5)];
  t.strictSame(
    newestOfEach(batch).map(({ n }) => n),
    [1, 4],
  );
  t.strictSame(newestOfEach([]), []);
});
