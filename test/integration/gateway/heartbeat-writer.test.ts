import t, { type Test } from 'tap';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { Sender } from '../../../gateway/connections/connection.ts';
import { createHeartbeatWriter, type HeartbeatReader } from '../../../gateway/ingest/heartbeat-writer.ts';
import { createComplaints } from '../../../gateway/limits/complaints.ts';
import { createCounters } from '../../../gateway/limits/stats.ts';
import { createGroupCommit } from '../../../gateway/writing/group-commit.ts';
import { Fault } from '../../../kit/fault.ts';
import { type Log, silentLog } from '../../../kit/log.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { createTestDevice } from '../../support/test-device.ts';
import { createTestStore } from '../../support/test-store.ts';

/** SQLite has no such integer, and refuses it. */
const IMPOSSIBLE = 1e300;

/** A writer over a real database, whose heartbeats say what the test puts into `versions`. */
async function scene(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const counters = createCounters();
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void warnings.push(fields) };
  let ill = false;
  const commits = createGroupCommit({
    store: {
      transaction: (work, options) =>
        store.transaction(async (tx) => {
          const result = await work(tx);
          if (ill) throw new Fault('unavailable', 'The disk is full.');
          return result;
        }, options),
    },
    counters: counters.commits,
  });
  const complaints = createComplaints({ clock, log, counters });
  const writer = createHeartbeatWriter({ commits, clock, log, complaints, counters });
  const versions = new Map<DeviceId, number>();
  const read: HeartbeatReader = ({ sender: { login }, receivedAt }) => {
    const policyVersion = versions.get(login.deviceId);
    if (policyVersion === undefined) throw new TypeError('cannot read this');
    const write: HeartbeatWrite = {
      deviceId: login.deviceId,
      lastSeenAt: receivedAt,
      user: null,
      battery: 50,
      campus: 'unknown',
      campusId: null,
      osVersion: 'Test 1',
      agentVersion: '1.0.0',
      protection: 'enforcing',
      protectionSince: null,
      policyVersion,
      held: { policyHash: null, categories: null },
      targetConfirmed: 0,
    };
    return { write, userChanged: false, claim: null, news: null };
  };
  writer.start(read);
  t.teardown(() => writer.stop());
  const devices = await Promise.all(Array.from({ length: 20 }, () => createTestDevice({ store, clock })));
  return {
    ...{ clock, store, counters, warnings, writer, versions, devices },
    fail: (now: boolean) => {
      ill = now;
    },
    hear: (deviceId: DeviceId) =>
      writer.put({
        sender: { login: { deviceId } } as Sender,
        payload: Buffer.alloc(0),
        receivedAt: clock.now(),
      }),
    batteries: async () => {
      const found = await Promise.all(devices.map(({ id }) => store.devices.find(id)));
      return found.map((device) => device?.battery ?? null);
    },
  };
}

t.test('one heartbeat that cannot be stored is dropped and counted; all others are written', async (t) => {
  const here = await scene(t);
  const { clock, counters, devices, versions } = here;
  const bad = devices[7]?.id ?? 'dev_none';
  for (const [n, { id }] of devices.entries()) {
    versions.set(id, n === 7 ? IMPOSSIBLE : n);
    here.hear(id);
  }
  await clock.advance(1_000);
  t.same(
    await here.batteries(),
    devices.map((_, n) => (n === 7 ? null : 50)),
  );
  t.equal(counters.refused.get('not_storable'), 1);
  t.equal(counters.heartbeatsWritten, 19);
  t.same(here.warnings, [
    {
      reason: 'not_storable',
      deviceId: bad,
      error: 'cannot store REAL value in INTEGER column devices.protection_policy_version',
    },
  ]);
  const heardAt = clock.now() - 1_000;
  await clock.advance(1_000);
  hasFields(
    t,
    await here.store.devices.find(bad as DeviceId),
    { lastSeenAt: heardAt },
    'it was heard all the same',
  );
  t.equal(counters.commits.failures > 0, true);
  const failures = counters.commits.failures;
  await clock.advance(5_000);
  t.equal(counters.commits.failures, failures, 'it is not tried again');
});

t.test('while the store fails nothing is dropped, and all is written afterwards', async (t) => {
  const here = await scene(t);
  const { clock, counters, devices, versions } = here;
  for (const { id } of devices) {
    versions.set(id, 1);
    here.hear(id);
  }
  here.fail(true);
  await clock.advance(3_000);
  t.same(new Set(await here.batteries()), new Set([null]));
  t.equal(counters.refused.size, 0);
  here.fail(false);
  await clock.advance(1_000);
  t.same(new Set(await here.batteries()), new Set([50]));
});

t.test('a heartbeat that cannot be read holds up no other', async (t) => {
  const here = await scene(t);
  const { clock, counters, devices, versions } = here;
  for (const [n, { id }] of devices.entries()) {
    if (n !== 0) versions.set(id, 1);
    here.hear(id);
  }
  await clock.advance(1_000);
  t.same(
    await here.batteries(),
    devices.map((_, n) => (n === 0 ? null : 50)),
  );
  t.equal(counters.refused.get('not_storable'), 1);
});

/** The moments at which the store says each device was heard last. */
async function seen({ store, devices }: Awaited<ReturnType<typeof scene>>): Promise<readonly unknown[]> {
  const found = await Promise.all(devices.map(({ id }) => store.devices.find(id)));
  return found.map((device) => device?.lastSeenAt ?? null);
}

t.test('devices that were only touched are written too, beside heartbeats of others', async (t) => {
  const here = await scene(t);
  const { clock, counters, devices, versions, writer } = here;
  const [beating] = devices.map(({ id }) => id);
  if (beating === undefined) throw new Error('no device');
  const before = await seen(here);
  await clock.advance(60_000);
  const at = clock.now();
  versions.set(beating, 7);
  here.hear(beating);
  for (const { id } of devices.slice(2)) writer.touch(id, at - 5);
  await clock.advance(1_000);
  t.strictSame(await seen(here), [at, before[1], ...devices.slice(2).map(() => at - 5)]);
  t.equal(counters.heartbeatsWritten, 1);
  t.strictSame(
    await here.batteries(),
    devices.map((_, n) => (n === 0 ? 50 : null)),
  );
});

t.test(
  'while the store fails touches are kept too; the newer moment of each device is written',
  async (t) => {
    const here = await scene(t);
    const { clock, devices, writer } = here;
    await clock.advance(60_000);
    const first = clock.now();
    here.fail(true);
    for (const { id } of devices) writer.touch(id, first);
    await clock.advance(1_000);
    const second = clock.now();
    for (const { id } of devices.slice(0, 5)) writer.touch(id, second);
    await clock.advance(1_000);
    here.fail(false);
    await clock.advance(1_000);
    t.strictSame(
      await seen(here),
      devices.map((_, n) => (n < 5 ? second : first)),
    );
  },
);

t.test('one device that cannot be written costs no other its touch', async (t) => {
  const here = await scene(t);
  const { clock, counters, devices, versions, writer } = here;
  await clock.advance(60_000);
  const at = clock.now();
  for (const [n, { id }] of devices.entries()) {
    if (n === 7) {
      versions.set(id, IMPOSSIBLE);
      here.hear(id);
    } else writer.touch(id, at);
  }
  await clock.advance(1_000);
  t.equal(counters.refused.get('not_storable'), 1);
  await clock.advance(1_000);
  t.strictSame(
    await seen(here),
    devices.map(() => at),
    'it was itself heard all the same',
  );
});

t.test('what waits when it is stopped is written', async (t) => {
  const here = await scene(t);
  const { clock, devices, versions, writer } = here;
  await clock.advance(60_000);
  const at = clock.now();
  const [beating] = devices;
  if (beating === undefined) throw new Error('no device');
  versions.set(beating.id, 7);
  here.hear(beating.id);
  for (const { id } of devices.slice(1)) writer.touch(id, at);
  await writer.stop();
  t.strictSame(
    await seen(here),
    devices.map(() => at),
  );
});
