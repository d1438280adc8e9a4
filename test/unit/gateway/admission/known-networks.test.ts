import t, { type Test } from 'tap';
import { createKnownNetworks } from '../../../../gateway/admission/known-networks.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const WEEK = 7 * 86_400_000;
const HOUR = 3_600_000;

async function scene(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const create = () => createKnownNetworks({ store, clock, log: silentLog });
  const stored = async () => (await store.knownNetworks.list(0)).map(({ network }) => network);
  /** As after a restart. */
  const again = async () => {
    const known = create();
    await known.load();
    return known;
  };
  return { clock, store, known: create(), stored, again };
}

t.test('a network is known from its login on, for a week', async (t) => {
  const { clock, known } = await scene(t);
  t.equal(known.has('192.0.2.1'), false);
  known.add('192.0.2.1');
  t.equal(known.has('192.0.2.1'), true);
  t.equal(known.has('192.0.2.2'), false);
  await clock.advance(WEEK - 1);
  t.equal(known.has('192.0.2.1'), true);
  await clock.advance(1);
  t.equal(known.has('192.0.2.1'), false);
});

t.test('each login begins the week anew', async (t) => {
  const { clock, known } = await scene(t);
  known.add('192.0.2.1');
  await clock.advance(WEEK - 1);
  known.add('192.0.2.1');
  await clock.advance(WEEK - 1);
  t.equal(known.has('192.0.2.1'), true);
});

t.test('of more than ten thousand networks the one used least recently is forgotten', async (t) => {
  const { known } = await scene(t);
  for (let n = 0; n < 9_999; n++) known.add(`network ${n}`);
  known.add('network 0');
  known.add('network 9999');
  t.equal(known.has('network 1'), true, 'ten thousand have room');
  known.add('one more');
  t.equal(known.has('network 0'), true, 'it was used again');
  t.equal(known.has('network 1'), false);
  t.equal(known.has('network 2'), true);
  t.equal(known.has('one more'), true);
});

t.test('what was saved is known after a restart, for the rest of its week', async (t) => {
  const { clock, known, again } = await scene(t);
  known.add('192.0.2.1');
  await known.save();
  known.add('192.0.2.2');
  await clock.advance(WEEK - 1);
  const after = await again();
  t.equal(after.has('192.0.2.1'), true);
  t.equal(after.has('192.0.2.2'), false, 'a crash loses what was not saved');
  await clock.advance(1);
  t.equal(after.has('192.0.2.1'), false);
});

t.test('a use is written again after an hour, and what is a week old is deleted', async (t) => {
  const { clock, store, known, stored } = await scene(t);
  known.add('192.0.2.1');
  known.add('192.0.2.2');
  await known.save();
  const [first] = await store.knownNetworks.list(0);
  await clock.advance(HOUR - 1);
  known.add('192.0.2.1');
  await known.save();
  t.equal((await store.knownNetworks.list(0)).at(-1)?.usedAt, first?.usedAt, 'within the hour it is not');
  await clock.advance(1);
  known.add('192.0.2.1');
  await known.save();
  t.equal((await store.knownNetworks.list(0)).at(-1)?.usedAt, (first?.usedAt ?? 0) + HOUR);
  await clock.advance(WEEK - HOUR + 1);
  await known.save();
  t.strictSame(await stored(), ['192.0.2.1']);
});

t.test('what a failing store did not take is written the next time', async (t) => {
  const { clock, store, stored } = await scene(t);
  let isFull = true;
  const failing: typeof store = {
    ...store,
    transaction: (work, options) =>
      isFull ? Promise.reject(new Error('disk full')) : store.transaction(work, options),
  };
  const known = createKnownNetworks({ store: failing, clock, log: silentLog });
  known.add('192.0.2.1');
  await known.save();
  t.strictSame(await stored(), []);
  isFull = false;
  await known.save();
  t.strictSame(await stored(), ['192.0.2.1']);
});
