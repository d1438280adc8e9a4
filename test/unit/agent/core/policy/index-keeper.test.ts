import t from 'tap';
import type { KeeperFault } from '../../../../../agent/core/policy/bundle-keeper.ts';
import { createIndexKeeper, type KeptIndex } from '../../../../../agent/core/policy/index-keeper.ts';
import type { FetchWanted } from '../../../../../agent/ports/policy-source.ts';
import { buildCategoryIndex } from '../../../../../contracts/categories/build-index.ts';
import { openCategoryIndex } from '../../../../../contracts/categories/category-index.ts';
import {
  buildFirstIndex,
  CATEGORY_IDS,
  withCatalogue,
} from '../../../../../contracts/categories/first-index.ts';
import { makeIndexDelta } from '../../../../../contracts/categories/index-delta.ts';
import { readIndexParts } from '../../../../../contracts/categories/index-format.ts';
import { readShippedNames } from '../../../../../contracts/categories/shipped-names.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { type Random, systemRandom } from '../../../../../kit/random.ts';
import { sha256 } from '../../../../../kit/signing.ts';
import { createMemoryStore, type MemoryStore } from '../../../../support/content-stores.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { shippedBytes } from '../../../../support/shipped-names.ts';
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

type Answer = Uint8Array | Error | Promise<Uint8Array>;

function setUp({
  store = createMemoryStore(),
  answers = [],
  random = systemRandom,
  shipped,
}: {
  store?: MemoryStore;
  answers?: readonly Answer[];
  random?: Random;
  shipped?: Uint8Array;
} = {}) {
  const clock = createFakeClock();
  const changes: KeptIndex[] = [];
  const faults: KeeperFault[] = [];
  const asked: FetchWanted[] = [];
  const logged: unknown[] = [];
  const say = (fields: unknown, message: string): void => void logged.push([fields, message]);
  const queue = [...answers];
  const keeper = createIndexKeeper({
    store,
    source: {
      async fetch(wanted) {
        asked.push(wanted);
        const answer = await (queue.shift() ?? new Error('the server is not there'));
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    shipped: () => (shipped === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(shipped)),
    clock,
    random,
    log: { ...silentLog, info: say, warn: say, error: say },
    onChange: (kept) => changes.push(kept),
    onFault: (fault) => faults.push(fault),
  });
  return { clock, store, keeper, changes, faults, asked, logged, queue };
}

async function holding(
  bytes: Uint8Array,
  more: { readonly answers?: readonly Answer[]; readonly random?: Random } = {},
) {
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
  const [base, whole] = [sha256(first), null];
  for (const [answers, from, said] of [
    [[wrong, second], [base, whole], false],
    [[delta.subarray(0, 40), second], [base, whole], true],
    [[second], [base], false],
  ] as const) {
    const { keeper, clock, asked, logged } = await holding(first, { answers });
    await keeper.want(targetOf(second, 2));
    await clock.advance(60_000);
    await until(() => keeper.current()?.version === 2, { what: 'the index' });
    t.same(
      asked.map((wanted) => wanted.from),
      from,
      'in the same try',
    );
    for (const wanted of asked) hasFields(t, wanted, { kind: 'categories', hash: sha256(second) });
    t.equal(asked.at(-1)?.maxBytes, second.length);
    t.equal(JSON.stringify(logged).includes('does not fit; fetching the whole'), said);
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

/** Half of each time that is left to chance. */
const half: Random = { ...systemRandom, fraction: () => 0.5 };

t.test('an index that is here already is not fetched, and ends the way to another', async (t) => {
  const { keeper, clock, asked, changes, queue } = await holding(first);
  await keeper.want(targetOf(second, 2));
  await keeper.want(targetOf(first, 3));
  await keeper.want(targetOf(first, 3));
  queue.push(second);
  await clock.advance(HOUR);
  t.same(asked, []);
  t.equal(clock.pending(), 0);
  t.same(
    changes.map(({ version }) => version),
    [null, 3],
    'the same version again is no change',
  );
  await keeper.stop();
});

t.test('a server that sends something else is asked once a try, and why is said', async (t) => {
  const { keeper, clock, asked, logged } = setUp({ answers: [second], random: half });
  await keeper.want(targetOf(first, 1));
  await clock.advance(0);
  t.equal(asked.length, 1);
  t.same(logged, [
    [
      { error: `the server sent ${second.length} bytes of something else` },
      'cannot fetch the category index yet',
    ],
  ]);
  await keeper.stop();
});

t.test('at the start the two latest files are looked at, and each that is no index is told', async (t) => {
  const store = createMemoryStore();
  const noIndex = Buffer.alloc(100);
  for (const bytes of [first, second, noIndex]) await store.save(sha256(bytes), bytes);
  const { keeper, faults, changes } = setUp({ store });
  await keeper.start();
  t.equal(keeper.current()?.hash, sha256(second));
  t.same(changes, [{ version: null, hash: sha256(second), path: `/store/${sha256(second)}` }]);
  t.same(faults, [
    {
      what: 'categories',
      code: 'damaged',
      hash: sha256(noIndex),
      detail: 'its file was changed or cannot be read',
    },
  ]);
  store.damage(sha256(second));
  await store.save(sha256(noIndex), noIndex);
  const both = setUp({ store });
  await both.keeper.start();
  t.equal(both.keeper.current(), null, 'the third is not looked at');
  t.equal(both.faults.length, 2);
});

t.test('a file that is refused is told with what is wrong with it', async (t) => {
  const bad = Buffer.alloc(100);
  const { keeper, clock, faults } = setUp({ answers: [bad] });
  await keeper.want(targetOf(bad, 2));
  await clock.advance(0);
  hasFields(t, faults, [{ what: 'categories', code: 'malformed', hash: sha256(bad), detail: /\w/ }]);
  await keeper.want(targetOf(bad, 2));
  t.equal(clock.pending(), 0);
  await keeper.stop();
});

t.test(
  'the new one and the one before are kept; what cannot be removed stays for the next time',
  async (t) => {
    const store = createMemoryStore();
    const kept: (readonly string[])[] = [];
    const broken = {
      ...store,
      keepOnly: (hashes: readonly string[]) => {
        kept.push(hashes);
        return Promise.reject(new Error('EBUSY'));
      },
    };
    const { keeper, clock, logged } = setUp({ store: broken, answers: [first, second] });
    await keeper.want(targetOf(first, 1));
    await clock.advance(0);
    await keeper.want(targetOf(second, 2));
    await clock.advance(60_000);
    t.same(kept, [[sha256(first)], [sha256(second), sha256(first)]]);
    t.equal(keeper.current()?.version, 2);
    const trouble = [{ error: 'EBUSY' }, 'cannot remove an old category index'];
    t.same(logged, [
      [{ version: 1 }, 'a category index is here'],
      trouble,
      [{ version: 2 }, 'a category index is here'],
      trouble,
    ]);
    await keeper.stop();
  },
);

t.test('a disk that cannot be read stops nothing: what is missing is fetched', async (t) => {
  const fault = () => Promise.reject(new Error('EIO'));
  const store = { ...createMemoryStore(), list: fault, read: fault };
  const { keeper, clock, logged, faults } = setUp({ store, answers: [first] });
  await keeper.start();
  await keeper.want(targetOf(first, 1));
  await clock.advance(0);
  t.equal(keeper.current()?.version, 1);
  t.same(faults, []);
  t.same(logged.slice(0, 3), [
    [{ error: 'EIO' }, 'cannot list the stored category indexes'],
    [{ error: 'ENOENT' }, 'the names of categories that ship cannot be used'],
    [{ error: 'EIO' }, 'cannot read a stored category index'],
  ]);
  await keeper.stop();
});

const names = shippedBytes({ 'shipped.example': ['adult'] });
const made = buildFirstIndex(readShippedNames(names));

t.test(
  'without a stored index the first is made of what ships, and nothing is fetched for a target that names it',
  async (t) => {
    const { keeper, store, clock, asked, changes } = setUp({ shipped: names });
    await keeper.start();
    hasFields(t, keeper.current(), { version: null, hash: sha256(made) });
    t.same(
      openCategoryIndex(store.files.get(sha256(made)) ?? new Uint8Array()).categoriesOf(
        'www.shipped.example',
      ),
      ['adult'],
    );
    await keeper.want(targetOf(made, 4));
    await clock.advance(HOUR);
    t.same(asked, []);
    hasFields(t, keeper.current(), { version: 4, hash: sha256(made) });
    t.equal(changes.length, 2);
    await keeper.stop();
  },
);

t.test('from the first index another comes as a delta', async (t) => {
  const next = buildCategoryIndex({
    categories: CATEGORY_IDS,
    each: (add) => add('new.example', 0),
    shipped: withCatalogue(readShippedNames(names)),
    like: readIndexParts(made),
  });
  const step = makeIndexDelta(made, next);
  if (step === null) throw new Error('no delta');
  const { keeper, clock, asked } = setUp({ shipped: names, answers: [step] });
  await keeper.start();
  await keeper.want(targetOf(next, 2));
  await clock.advance(60_000);
  await until(() => keeper.current()?.version === 2, { what: 'the delta' });
  t.same(
    asked.map(({ from }) => from),
    [sha256(made)],
  );
  await keeper.stop();
});

t.test('a stored index wins over what ships', async (t) => {
  const store = createMemoryStore();
  await store.save(sha256(first), first);
  const { keeper } = setUp({ store, shipped: names });
  await keeper.start();
  t.equal(keeper.current()?.hash, sha256(first));
  t.same([...store.files.keys()], [sha256(first)]);
});

t.test(
  'an agent starts all the same where what ships is missing or damaged, or the disk is full',
  async (t) => {
    for (const shipped of [undefined, names.subarray(0, 100), new Uint8Array(0)]) {
      const { keeper, logged, faults } = setUp(shipped === undefined ? {} : { shipped });
      await keeper.start();
      t.equal(keeper.current(), null);
      t.match(JSON.stringify(logged), /the names of categories that ship cannot be used/);
      t.same(faults, []);
    }
    const store = createMemoryStore();
    store.full(true);
    const { keeper, faults } = setUp({ store, shipped: names });
    await keeper.start();
    t.equal(keeper.current(), null);
    t.same(
      faults.map(({ code }) => code),
      ['not_stored'],
    );
  },
);
