import t, { type Test } from 'tap';
import { beginIdempotent } from '../../../../api/http/idempotency.ts';
import { createIdempotencyPurgeJob } from '../../../../api/scheduler/housekeeping.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createSealer } from '../../../../kit/sealing.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const ANSWER = { status: 201, body: { id: 'dev_1' } };
const REPLAY = { status: 201, headers: { 'idempotent-replayed': 'true' }, body: { id: 'dev_1' } };

async function lab(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const sealer = createSealer({ masterKey: new Uint8Array(32).fill(1), random: systemRandom });
  const fingerprintSecret = new Uint8Array(32).fill(2);
  const begin = (key = 'ticket-4711') =>
    beginIdempotent(
      { store, clock, sealer, fingerprintSecret },
      { caller: 'key_1', method: 'POST', path: '/v1/x', key, body: {}, query: {}, seal: false },
    );
  return { clock, store, begin };
}

t.test('an answer is replayed for a day, of a success and of a refusal alike', async (t) => {
  for (const kind of ['finish', 'refuse'] as const) {
    const { clock, store, begin } = await lab(t);
    const first = await begin();
    t.equal(first.replay, null);
    if (kind === 'refuse') await first.refuse(ANSWER);
    else await store.transaction((tx) => first.finish(tx, ANSWER));
    clock.jump(DAY - 1);
    t.strictSame((await begin()).replay, REPLAY, `${kind}: to the last moment`);
    clock.jump(1);
    t.equal((await begin()).replay, null, `${kind}: then it is a new request`);
  }
});

t.test('a request that is held blocks its repeats for a day', async (t) => {
  const { clock, store, begin } = await lab(t);
  const first = await begin();
  await store.transaction((tx) => first.hold(tx));
  clock.jump(DAY - 1);
  await t.rejects(begin(), { code: 'idempotency_in_progress' });
  clock.jump(1);
  t.equal((await begin()).replay, null);
});

t.test('a request whose process died blocks its repeats for a minute', async (t) => {
  const { clock, begin } = await lab(t);
  await begin();
  clock.jump(MINUTE - 1);
  await t.rejects(begin(), { code: 'idempotency_in_progress' });
  clock.jump(1);
  t.equal((await begin()).replay, null);
});

t.test('the hourly purge forgets what is over, and nothing else', async (t) => {
  const { clock, store, begin } = await lab(t);
  const old = await begin('old');
  await store.transaction((tx) => old.finish(tx, ANSWER));
  clock.jump(1);
  const young = await begin('young');
  await store.transaction((tx) => young.finish(tx, ANSWER));
  const job = createIdempotencyPurgeJob({ store, clock });
  const purge = () => job.run(new AbortController().signal);
  const ofOld = async () => (await store.idempotency.begin(old.key, 'f', { now: 0, until: 1 })).kind;
  clock.jump(DAY - 2);
  await purge();
  t.equal(await ofOld(), 'other_request', 'it is still kept');
  clock.jump(1);
  await purge();
  // A question of the past tells whether the row is there at all: one that is over would be new either way.
  t.equal(await ofOld(), 'new', 'the row is gone');
  t.strictSame((await begin('young')).replay, REPLAY);
});
