import t from 'tap';
import { createIndexKeeper, type KeptIndex } from '../../../../../agent/core/categories/index-keeper.ts';
import type { KeeperFault } from '../../../../../agent/core/policy/bundle-keeper.ts';
import type { FetchWanted } from '../../../../../agent/ports/policy-source.ts';
import { buildCategoryIndex } from '../../../../../contracts/categories/build-index.ts';
import { makeIndexDelta } from '../../../../../contracts/categories/index-delta.ts';
import { readIndexParts } from '../../../../../contracts/categories/index-format.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { sha256 } from '../../../../../kit/signing.ts';
import { createMemoryStore, type MemoryStore } from '../../../../support/content-stores.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

const HOUR = 3_600_000;

/** An index of so many games, like another one where a delta is wanted. */
function indexOf(names: number, like?: Uint8Array): Uint8Array {
  return buildCategoryIndex({
    categories: ['games'],
    each(add) {
      for (let i = 0; i < names; i++) add(`game${i}.example`, 0);
    },
    like: like === undefined ? null : readIndexParts(like),
  });
}

const first = indexOf(1_000);
const second = indexOf(1_010, first);
const delta = makeIndexDelta(first, second);

const targetOf = (bytes: Uint8Array, version: number) => ({
  version,
  hash: sha256(bytes),
  bytes: bytes.length,
});

type Answer = Uint8Array | Error;

function setUp({
  store = createMemoryStore(),
  answers = [],
}: {
  store?: MemoryStore;
  answers?: readonly Answer[];
} = {}) {
  const clock = createFakeClock();
  const changes: KeptIndex[] = [];
  const faults: KeeperFault[] = [];
  const asked: FetchWanted[] = [];
  const queue = [...answers];
  const keeper = createIndexKeeper({
    store,
    source: {
      async fetch(wanted) {
        asked.push(wanted);
        const answer = queue.shift() ?? new Error('the server is not there');
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    clock,
    random: systemRandom,
    log: silentLog,
    onChange: (kept) => changes.push(kept),
    onFault: (fault) => faults.push(fault),
  });
  return { clock, store, keeper, changes, faults, asked, queue };
}

async function holding(bytes: Uint8Array, more: { readonly answers?: readonly Answer[] } = {}) {
  const store = createMemoryStore();
  await store.save(sha256(bytes), bytes);
  const lab = setUp({ store, ...more });
  await lab.keeper.start();
  return lab;
}

t.test('the first index is fetched whole and at once, checked, and used from its file', async (t) => {
  const { keeper, clock, asked, store, changes } = setUp({ answers: [new Error('down'), first] });
  await keeper.start();
  await keeper.want(undefined);
  await keeper.want(targetOf(first, 1));
  await clock.advance(HOUR);
  t.same(
    asked,
    Array(2).fill({ kind: 'categories', hash: sha256(first), from: null, maxBytes: first.length }),
  );
  t.same(keeper.current(), { version: 1, hash: sha256(first), path: `/store/${sha256(first)}` });
  t.same([...store.files.keys()], [sha256(first)]);
  await keeper.want(targetOf(first, 2));
  t.same(
    changes.map(({ version }) => version),
    [1, 2],
  );
  await keeper.stop();
});

t.test('the next comes as a delta, within a minute but not at once, and both stay', async (t) => {
  if (delta === null) throw new Error('no delta');
  const { keeper, clock, asked, store } = await holding(first, { answers: [delta] });
  hasFields(t, keeper.current(), { version: null, hash: sha256(first) }, 'from disk, without a server');
  await keeper.want(targetOf(second, 2));
  await clock.advance(60_000);
  await until(() => keeper.current()?.version === 2, { what: 'the delta' });
  t.same(
    asked.map(({ from }) => from),
    [sha256(first)],
  );
  t.same(Buffer.from(store.files.get(sha256(second)) ?? []), Buffer.from(second));
  t.same([...store.files.keys()], [sha256(first), sha256(second)]);
  await keeper.want(targetOf(first, 3));
  hasFields(t, keeper.current(), { hash: sha256(first), version: 3 }, 'the one before, from disk');
  await keeper.stop();
});

t.test('a delta that does not fit or a server without deltas ends in the whole file', async (t) => {
  if (delta === null) throw new Error('no delta');
  const wrong = delta.slice();
  wrong[wrong.length - 3] = (wrong.at(-3) ?? 0) ^ 1;
  for (const [answers, tries] of [
    [[wrong, second], 2],
    [[delta.subarray(0, 40), second], 2],
    [[second], 1],
  ] as const) {
    const { keeper, clock, asked } = await holding(first, { answers });
    await keeper.want(targetOf(second, 2));
    await clock.advance(60_000);
    await until(() => keeper.current()?.version === 2, { what: 'the index' });
    t.equal(asked.length, tries);
    await keeper.stop();
  }
});

t.test('bytes of another hash are never opened or kept', async (t) => {
  const { keeper, clock, store } = await holding(first, { answers: [indexOf(5), indexOf(6), indexOf(7)] });
  await keeper.want(targetOf(second, 2));
  await clock.advance(HOUR);
  hasFields(t, keeper.current(), { hash: sha256(first) });
  t.same([...store.files.keys()], [sha256(first)]);
  await keeper.stop();
});

t.test('a file with the right hash that is no index is refused for good', async (t) => {
  const bad = Buffer.alloc(100);
  const { keeper, clock, faults, asked } = await holding(first, { answers: [bad] });
  await keeper.want(targetOf(bad, 2));
  await clock.advance(HOUR);
  await keeper.want(targetOf(bad, 2));
  await clock.advance(HOUR);
  hasFields(t, keeper.current(), { hash: sha256(first) });
  t.same(
    faults.map(({ code }) => code),
    ['malformed'],
  );
  t.equal(asked.length, 1);
  await keeper.stop();
});

t.test('a full disk leaves the one before in use, and it is tried again', async (t) => {
  const { keeper, clock, store, faults } = await holding(first, { answers: Array(30).fill(second) });
  store.full(true);
  await keeper.want(targetOf(second, 2));
  await clock.advance(10 * 60_000);
  hasFields(t, keeper.current(), { hash: sha256(first) });
  t.ok(faults.length > 0 && faults.every(({ code }) => code === 'not_stored'));
  store.full(false);
  await clock.advance(HOUR);
  hasFields(t, keeper.current(), { version: 2 });
  await keeper.stop();
});

t.test('a damaged file is not used: the one before it is', async (t) => {
  const { keeper, store, clock } = await holding(first, { answers: [second] });
  await keeper.want(targetOf(second, 2));
  await clock.advance(60_000);
  await keeper.stop();
  store.damage(sha256(second));
  const again = setUp({ store });
  await again.keeper.start();
  hasFields(t, again.keeper.current(), { hash: sha256(first) });
  t.same(
    again.faults.map(({ code }) => code),
    ['damaged'],
  );
});
