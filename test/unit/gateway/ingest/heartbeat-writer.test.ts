import t, { type Test } from 'tap';
import type { DeviceId } from '../../../../contracts/ids.ts';
import type { Sender } from '../../../../gateway/connections/connection.ts';
import { createHeartbeatWriter, type ReadHeartbeat } from '../../../../gateway/ingest/heartbeat-writer.ts';
import { type GroupCommit, type Job, Unstorable } from '../../../../gateway/writing/group-commit.ts';
import type { SignIn, SignInClaim } from '../../../../store/ports/device-people.ts';
import type { HeartbeatWrite } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { deviceRecord } from '../device-records.ts';

const SECOND = 1_000;

/** What one transaction has written. */
interface Batch {
  readonly heartbeats: HeartbeatWrite[];
  readonly touches: { readonly deviceId: DeviceId; readonly lastSeenAt: number }[];
  readonly saw: SignIn[];
  readonly claims: SignInClaim[];
  /** Devices whose sessions and overrides were compared before and after. */
  readonly followed: Set<DeviceId>;
  readonly records: unknown[];
}

const device = (n: number): DeviceId => `dev_${n}` as DeviceId;

/** A writer whose heartbeats say what a test puts into `says`; a device of `bad` cannot be written. */
function scene(t: Test) {
  const clock = createFakeClock();
  const batches: Batch[] = [];
  const complaints: unknown[] = [];
  const logged: unknown[] = [];
  const reads: [DeviceId, string][] = [];
  const bad = new Set<DeviceId>();
  const says = new Map<
    string,
    (Partial<Omit<ReadHeartbeat, 'write'>> & { readonly write?: Partial<HeartbeatWrite> }) | null
  >();
  const counters = { heartbeatsWritten: 0 };
  const state = { isIll: (_batch: Batch): boolean => false };

  const commits: GroupCommit = {
    drain: () => Promise.resolve(),
    async submit<T>(job: Job<T>): Promise<T> {
      await Promise.resolve();
      if (job.kind !== 'work') throw new Error('not expected');
      const batch: Batch = {
        heartbeats: [],
        touches: [],
        saw: [],
        claims: [],
        followed: new Set(),
        records: [],
      };
      const done = await job.run(txOf(batch));
      if (state.isIll(batch)) throw new Error('the disk is full');
      const all = [...batch.heartbeats, ...batch.touches];
      if (all.some(({ deviceId }) => bad.has(deviceId)))
        throw new Unstorable('cannot store', { cause: new Error('no such integer') });
      batches.push(batch);
      return done;
    },
  };
  const writer = createHeartbeatWriter({
    commits,
    clock,
    log: { error: (...all: unknown[]) => void logged.push(all) } as never,
    complaints: { report: (...all: unknown[]) => void complaints.push(all) },
    counters,
  });
  const start = (): void =>
    writer.start(({ sender: { login }, payload, receivedAt }) => {
      const text = payload.toString();
      reads.push([login.deviceId, text]);
      if (text === 'broken') throw new TypeError('cannot read this');
      const said = says.get(text);
      if (said === null) return null;
      const write = {
        deviceId: login.deviceId,
        lastSeenAt: receivedAt,
        user: null,
        ...said?.write,
      } as HeartbeatWrite;
      return { userChanged: false, claim: null, news: null, ...said, write };
    });
  t.teardown(() => {
    state.isIll = () => false;
    return writer.stop();
  });
  start();
  const hear = (n: number, text = 'as ever'): void =>
    writer.put({
      sender: { login: { deviceId: device(n) } } as Sender,
      payload: Buffer.from(text),
      receivedAt: clock.now(),
    });
  /** What was written since the last question. */
  const written = (): readonly Batch[] => batches.splice(0);
  return { clock, writer, start, hear, written, reads, says, bad, counters, complaints, logged, state };
}

function txOf({ heartbeats, touches, saw, claims, followed, records }: Batch): Transaction {
  return {
    devices: {
      find: async () => deviceRecord(),
      writeHeartbeats: async (all: readonly HeartbeatWrite[]) => void heartbeats.push(...all),
      touch: async (all: Batch['touches']) => void touches.push(...all),
    },
    devicePeople: {
      saw: async (all: readonly SignIn[]) => void saw.push(...all),
      claimed: async (all: readonly SignInClaim[]) => void claims.push(...all),
    },
    deviceConditions: { put: async (record: unknown) => void records.push(record) },
    classroomSessions: {
      claiming: async (id: DeviceId) => {
        followed.add(id);
        return [];
      },
      renewTargets: async () => undefined,
    },
    overrides: { claiming: async () => [] },
  } as unknown as Transaction;
}

const claimOf = (n: number, user: string | null, at = 1): SignInClaim => ({
  deviceId: device(n),
  user,
  from: at,
  at,
});
const newsOf = (n: number) => ({
  events: [],
  at: 1,
  record: { deviceId: device(n), lowBattery: true, staleFrom: null, leftCampusId: null, breached: false },
});

t.test('heartbeats are read and written once a second, of each device the newest', async (t) => {
  const { clock, hear, written, reads, counters } = scene(t);
  hear(1, 'old');
  hear(2);
  await clock.advance(400);
  hear(1, 'new');
  const at = clock.now();
  await clock.advance(599);
  t.strictSame([reads, written()], [[], []]);
  await clock.advance(1);
  t.strictSame(reads, [
    [device(1), 'new'],
    [device(2), 'as ever'],
  ]);
  const [batch, ...more] = written();
  t.strictSame(more, []);
  t.strictSame(
    batch?.heartbeats.map(({ deviceId, lastSeenAt }) => [deviceId, lastSeenAt]),
    [
      [device(1), at],
      [device(2), at - 400],
    ],
  );
  t.strictSame(batch?.touches, []);
  t.equal(counters.heartbeatsWritten, 2);
  await clock.advance(5 * SECOND);
  t.equal(counters.heartbeatsWritten, 2, 'once');
});

t.test('where nothing was heard nothing is written', async (t) => {
  const { clock, written, logged } = scene(t);
  await clock.advance(5 * SECOND);
  t.strictSame([written(), logged], [[], []]);
});

t.test('devices that were heard otherwise are touched, those with a heartbeat not', async (t) => {
  const { clock, writer, hear, written, counters } = scene(t);
  writer.touch(device(1), 5);
  writer.touch(device(1), 7);
  writer.touch(device(2), 9);
  hear(2);
  await clock.advance(SECOND);
  hasFields(t, written(), [
    { heartbeats: [{ deviceId: device(2) }], touches: [{ deviceId: device(1), lastSeenAt: 7 }] },
  ]);
  t.equal(counters.heartbeatsWritten, 1);
  await clock.advance(SECOND);
  t.strictSame(written(), []);
});

t.test(
  'a heartbeat that is dropped, or cannot be read, is not written; who was heard is touched',
  async (t) => {
    const { clock, writer, hear, says, written, complaints } = scene(t);
    says.set('dropped', null);
    hear(1, 'dropped');
    hear(2, 'broken');
    hear(3);
    writer.touch(device(1), 5);
    await clock.advance(SECOND);
    hasFields(t, written(), [{ heartbeats: [{ deviceId: device(3) }], touches: [{ deviceId: device(1) }] }]);
    hasFields(t, complaints, [['not_storable', { deviceId: device(2) }, { message: 'cannot read this' }]]);
  },
);

t.test(
  'who has signed in is noted, and the device’s sessions are compared; who was there is not',
  async (t) => {
    const { clock, hear, says, written } = scene(t);
    says.set('ana is here', { write: { user: 'ana' } });
    says.set('ana comes', { userChanged: true, write: { user: 'ana' } });
    says.set('ana goes', { userChanged: true });
    hear(1, 'ana is here');
    hear(2, 'ana comes');
    hear(3, 'ana goes');
    const at = clock.now();
    await clock.advance(SECOND);
    const [batch] = written();
    t.strictSame(batch?.saw, [{ deviceId: device(2), user: 'ana', at }]);
    t.strictSame([...(batch?.followed ?? [])], [device(2), device(3)]);
    t.strictSame(batch?.claims, []);
  },
);

t.test('what could not be written is kept, and gives way to what is newer', async (t) => {
  const { clock, writer, hear, says, written, logged, counters, state } = scene(t);
  says.set('old', {
    userChanged: true,
    claim: claimOf(1, 'ana', 1),
    news: newsOf(1),
    write: { user: 'ana' },
  });
  says.set('new', { claim: claimOf(1, 'ben', 2), news: newsOf(2), write: { user: 'ben' } });
  state.isIll = () => true;
  hear(1, 'old');
  hear(2, 'old');
  writer.touch(device(3), 5);
  writer.touch(device(4), 5);
  await clock.advance(SECOND);
  hasFields(t, logged, [[{ err: { message: 'the disk is full' } }, String]]);
  hear(1, 'new');
  writer.touch(device(3), 8);
  await clock.advance(SECOND);
  t.strictSame([written(), counters.heartbeatsWritten], [[], 0]);
  state.isIll = () => false;
  await clock.advance(SECOND);
  const [batch, ...more] = written();
  t.strictSame(more, []);
  const byDevice = (a: { readonly deviceId: DeviceId }, b: { readonly deviceId: DeviceId }): number =>
    a.deviceId.localeCompare(b.deviceId);
  hasFields(t, [...(batch?.heartbeats ?? [])].sort(byDevice), [
    { deviceId: device(1), user: 'ben' },
    { deviceId: device(2), user: 'ana' },
  ]);
  t.strictSame(batch?.claims.map(({ user }) => user).sort(), ['ana', 'ana', 'ben']);
  t.equal(batch?.records.length, 3);
  t.strictSame([...(batch?.followed ?? [])].sort(), [device(1), device(2)], 'who had come is not forgotten');
  t.strictSame([...(batch?.touches ?? [])].sort(byDevice), [
    { deviceId: device(3), lastSeenAt: 8 },
    { deviceId: device(4), lastSeenAt: 5 },
  ]);
});

t.test('a thousand go into one transaction; one that fails holds up no other', async (t) => {
  const { clock, hear, written, logged, counters, state } = scene(t);
  for (let n = 0; n < 2_500; n++) hear(n);
  state.isIll = ({ heartbeats }) => heartbeats[0]?.deviceId === device(0);
  await clock.advance(SECOND);
  t.strictSame(
    written().map(({ heartbeats }) => heartbeats.length),
    [1_000, 500],
  );
  t.equal(counters.heartbeatsWritten, 1_500);
  t.equal(logged.length, 1);
  state.isIll = () => false;
  await clock.advance(SECOND);
  t.strictSame(
    written().map(({ heartbeats }) => heartbeats.length),
    [1_000],
  );
});

t.test(
  'a heartbeat that never can be written is dropped alone, with its cause; the device was heard',
  async (t) => {
    const { clock, hear, written, bad, complaints, counters, logged } = scene(t);
    for (let n = 0; n < 10; n++) hear(n);
    bad.add(device(7));
    const at = clock.now();
    await clock.advance(SECOND);
    t.strictSame(
      new Set(written().flatMap(({ heartbeats }) => heartbeats.map(({ deviceId }) => deviceId))).size,
      9,
    );
    t.equal(counters.heartbeatsWritten, 9);
    hasFields(t, complaints, [['not_storable', { deviceId: device(7) }, { message: 'no such integer' }]]);
    t.strictSame(logged, [], 'the store does well');
    bad.clear();
    await clock.advance(SECOND);
    hasFields(t, written(), [{ heartbeats: [], touches: [{ deviceId: device(7), lastSeenAt: at }] }]);
  },
);

t.test(
  'a dropped device that was heard since is touched with the later moment; a bad touch is gone',
  async (t) => {
    const { clock, writer, hear, written, bad, state, complaints, logged } = scene(t);
    hear(7);
    bad.add(device(7));
    state.isIll = () => {
      writer.touch(device(7), 99);
      return false;
    };
    await clock.advance(SECOND);
    state.isIll = () => false;
    bad.clear();
    await clock.advance(SECOND);
    hasFields(t, written(), [{ heartbeats: [], touches: [{ deviceId: device(7), lastSeenAt: 99 }] }]);
    bad.add(device(8));
    writer.touch(device(8), 5);
    await clock.advance(3 * SECOND);
    t.strictSame(written(), []);
    t.equal(complaints.length, 2, 'and not tried again');
    t.strictSame(logged, []);
  },
);

t.test('what cannot be written when it is stopped is the caller’s to know', async (t) => {
  const { writer, hear, state } = scene(t);
  hear(1);
  state.isIll = () => true;
  await t.rejects(writer.stop(), { message: 'the disk is full' });
});
