import t from 'tap';
import type { Sender } from '../../../../gateway/connections/connection.ts';
import { SignIns } from '../../../../gateway/connections/sign-ins.ts';
import { createHeartbeatReader } from '../../../../gateway/ingest/heartbeat.ts';
import { DeviceBudget } from '../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
import type { GroupCommit, Job } from '../../../../gateway/writing/group-commit.ts';
import { createAddressMatcher } from '../../../../kit/addresses.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';

type Tools = Parameters<typeof createHeartbeatReader>[0];

const CAMPUS = 'cam_7zzzzzzzzzzzzzzzzzzzzzzzzz';
const COMMAND = 'cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz';
const UNLOCKED = { state: 'unlocked', commandId: null, since: null, until: null };

function heartbeat(changes: object = {}) {
  return {
    at: 1_000_000,
    user: 'ana',
    battery: 80,
    charging: null,
    campus: { state: 'on-campus', campusId: CAMPUS },
    policy: { version: 3, hash: 'p' },
    target: { version: 12 },
    lock: UNLOCKED,
    protection: { state: 'enforcing', since: 900_000 },
    agentVersion: '1.2.3',
    osVersion: '13',
    uptimeSeconds: 60,
    droppedRecords: 0,
    observe: false,
    ...changes,
  };
}

/** A device as the store has it, and a connection of it from an address. */
function scene({
  device = deviceRecord() as DeviceRecord | null,
  address = '192.0.2.7',
  cidrs = ['192.0.2.0/24'],
  known = true,
} = {}) {
  const clock = createFakeClock(2_000_000);
  const seen = {
    refusals: [] as unknown[],
    told: [] as unknown[],
    locks: [] as unknown[],
    errors: [] as unknown[],
  };
  const record = { deviceId: DEVICE_ID };
  const hooks = { commit: async (): Promise<void> => undefined };
  const tx = {
    devices: {
      find: async () => device,
      setLock: async (_id: string, lock: unknown) => void seen.locks.push(lock),
    },
    events: { append: async () => undefined },
    wake: () => undefined,
  } as unknown as Transaction;
  const settings = { record: { accountDomain: 'school.example' }, campuses: [{ id: CAMPUS, cidrs }] };
  const read = createHeartbeatReader({
    clock,
    matches: createAddressMatcher(),
    organisations: { known: () => (known ? settings : null) },
    complaints: { report: (...all: unknown[]) => void seen.refusals.push(all) },
    commits: {
      submit: async (job: Job) => {
        await hooks.commit();
        return job.kind === 'work' ? await job.run(tx) : undefined;
      },
    } as unknown as GroupCommit,
    alerts: {
      heartbeat: (_login: unknown, condition: unknown) => void seen.told.push(['alerts', condition]),
    },
    conditions: {
      heartbeat: (_login: unknown, report: unknown, campuses: unknown) => ({
        report,
        campuses,
        changes: () => [],
        record: () => ({ record, isNew: true }),
      }),
    },
    targetReported: (connection: unknown) => void seen.told.push(['target', connection]),
    log: { error: (...all: unknown[]) => void seen.errors.push(all) },
  } as unknown as Tools);
  const lock = { wanted: false, confirmed: false, commandId: null };
  const sender = {
    connection: { address, targetReported: null, policyReported: undefined },
    login: {
      deviceId: DEVICE_ID,
      budget: new DeviceBudget(clock, DEFAULT_LIMITS),
      signIns: new SignIns([], 0),
      device: { organisationId: 1, user: null, lock },
    },
  } as unknown as Sender;
  const send = (message: unknown, receivedAt = 2_000_000) =>
    read({ sender, payload: Buffer.from(JSON.stringify(message)), receivedAt });
  return { ...seen, clock, sender, send, record, hooks };
}

t.test('a heartbeat is written with what it says, under the time of its receipt', async (t) => {
  const { send, told, record } = scene();
  const result = send(heartbeat({ categories: { version: 4, hash: 'c', more: 1 } }));
  t.strictSame(result?.write, {
    deviceId: DEVICE_ID,
    lastSeenAt: 2_000_000,
    user: 'ana@school.example',
    battery: 80,
    campus: 'on-campus',
    campusId: CAMPUS,
    osVersion: '13',
    agentVersion: '1.2.3',
    protection: 'enforcing',
    protectionSince: 900_000,
    policyVersion: 3,
    held: { policyHash: 'p', categories: { version: 4, hash: 'c' } },
    targetConfirmed: 12,
  });
  t.strictSame(result?.news as unknown, { events: [], record, at: 2_000_000 });
  hasFields(t, told, [
    ['target', { targetReported: 12, policyReported: 'p' }],
    ['alerts', { report: { deviceId: DEVICE_ID }, campuses: [{ id: CAMPUS }] }],
  ]);
});

t.test('nothing has begun in the future, and what is absent is nothing', async (t) => {
  const protectionOf = (since: number | null) =>
    scene().send(heartbeat({ protection: { state: 'stale', since } }))?.write.protectionSince;
  t.equal(protectionOf(2_000_001), 2_000_000);
  t.equal(protectionOf(null), null);
  for (const categories of [null, undefined])
    t.equal(scene().send(heartbeat({ categories }))?.write.held?.categories, null);
});

t.test('a message that is none is complained of; before the settings are known it is dropped', async (t) => {
  const broken = scene();
  t.equal(broken.send(heartbeat({ battery: 'full' })), null);
  t.strictSame(broken.refusals, [['bad_shape', { deviceId: DEVICE_ID }]]);
  const early = scene({ known: false });
  t.equal(early.send(heartbeat()), null);
  t.strictSame([early.refusals, early.told], [[], []]);
});

t.test('who signs in is told once, until it is somebody else', async (t) => {
  const { send, sender } = scene();
  const first = send(heartbeat());
  t.equal(first?.userChanged, true);
  hasFields(t, first, { claim: { deviceId: DEVICE_ID } });
  t.equal(sender.login.device.user, 'ana@school.example');
  const second = send(heartbeat(), 2_030_000);
  t.equal(second?.userChanged, false);
  t.equal(second?.claim, null);
  t.equal(send(heartbeat({ user: null }), 2_060_000)?.userChanged, true);
  t.equal(sender.login.device.user, null);
});

t.test('a claim to be on a campus is weighed by the address that the server sees', async (t) => {
  const campusOf = (parts: Parameters<typeof scene>[0]) => scene(parts).send(heartbeat())?.write.campus;
  t.equal(campusOf({ address: '198.51.100.1' }), 'off-campus');
  t.equal(campusOf({ address: '127.0.0.1' }), 'on-campus', 'a proxy says nothing about the place');
  const claimless = heartbeat({ campus: { state: 'unknown', campusId: null } });
  const local = (cidrs: string[]) => scene({ address: '127.0.0.1', cidrs }).send(claimless)?.write.campus;
  t.equal(local(['192.0.2.0/24', '127.0.0.0/8']), 'on-campus', 'unless a campus lists it');
  t.equal(local(['192.0.2.0/24']), 'unknown');
});

const LOCKED = { state: 'locked', commandId: COMMAND, since: 1_900_000, until: null };

t.test('a lock that is not as believed is corrected; one that is, is left alone', async (t) => {
  const wanted = { ...deviceRecord().lock, wanted: true, commandId: COMMAND } as DeviceRecord['lock'];
  const { send, sender, locks, clock } = scene({ device: deviceRecord({ lock: wanted }) });
  send(heartbeat());
  await clock.advance(0);
  t.strictSame(locks, []);
  send(heartbeat({ lock: LOCKED }));
  await clock.advance(0);
  hasFields(t, locks, [{ wanted: true, confirmed: true, since: clock.now() }]);
  t.equal(sender.login.device.lock.confirmed, true);
  send(heartbeat({ lock: LOCKED }));
  await clock.advance(0);
  t.equal(locks.length, 1);
});

t.test('a result that settled the lock just before is not written over', async (t) => {
  const settled = { ...deviceRecord().lock, wanted: true, confirmed: true, commandId: COMMAND };
  const { send, sender, locks, clock } = scene({
    device: deviceRecord({ lock: settled as DeviceRecord['lock'] }),
  });
  send(heartbeat({ lock: LOCKED }));
  await clock.advance(0);
  t.strictSame(locks, []);
  t.equal(sender.login.device.lock.confirmed, true, 'and is believed from now on');
});

t.test('a lock that cannot be corrected is told of; a device that is gone has none', async (t) => {
  const failing = scene();
  failing.hooks.commit = () => Promise.reject(new Error('the disk is full'));
  t.ok(failing.send(heartbeat({ lock: LOCKED })), 'the heartbeat counts');
  await failing.clock.advance(0);
  hasFields(t, failing.errors, [[{ err: { message: 'the disk is full' }, deviceId: DEVICE_ID }, String]]);
  const gone = scene({ device: null });
  gone.send(heartbeat({ lock: LOCKED }));
  await gone.clock.advance(0);
  t.strictSame([gone.locks, gone.errors], [[], []]);
});
