import type { CategorySourceDefinition } from '../../../store/ports/category-sources.ts';
import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

const SOURCE: CategorySourceDefinition = {
  organisationId: 1,
  id: 'ut1',
  format: 'ut1',
  location: 'https://lists.example/all.tar.gz',
  category: null,
  mapping: { manga: 'humour', press: null },
};

promise('a source is kept as it was made, and its name only once', async (t, { store, clock }) => {
  const { categorySources } = store;
  const made = await categorySources.create(SOURCE, clock.now());
  hasFields(t, made, {
    ...SOURCE,
    state: 'new',
    problem: null,
    etag: null,
    listHash: null,
    vouched: [],
    names: 0,
  });
  t.strictSame(await categorySources.get(1, 'ut1'), made);
  t.strictSame(await categorySources.list(1), [made]);
  t.same(await categorySources.list(2), []);
  await t.rejects(categorySources.create(SOURCE, clock.now()), { code: 'already_exists' });
  t.equal(await categorySources.delete(1, 'ut1'), true);
  t.equal(await categorySources.delete(1, 'ut1'), false);
  t.equal(await categorySources.get(1, 'ut1'), null);
});

promise('what came of a reading is noted, and the rest stays', async (t, { store, clock }) => {
  const { categorySources } = store;
  await categorySources.create(SOURCE, clock.now());
  const reading = {
    state: 'held',
    problem: 'It lists google.com.',
    heldHash: 'h',
    etag: '"1"',
    vouched: ['a.example'],
    refused: 3,
  } as const;
  const noted = await categorySources.note(1, 'ut1', reading, clock.now() + 5);
  hasFields(t, noted, { ...SOURCE, ...reading, updatedAt: clock.now() + 5 });
  t.strictSame(await categorySources.get(1, 'ut1'), noted);
  t.equal(await categorySources.note(1, 'gone', reading, clock.now()), null);
});

promise(
  'a source that is defined anew keeps its list, and is read as if for the first time',
  async (t, { store, clock }) => {
    const { categorySources } = store;
    await categorySources.create(SOURCE, clock.now());
    const reading = {
      state: 'held',
      problem: 'It lists google.com.',
      etag: '"1"',
      lastModified: 'Thu',
      listHash: 'l',
      heldHash: 'h',
      releasedHash: 'r',
      vouched: ['a.example'],
      names: 3,
    } as const;
    await categorySources.note(1, 'ut1', reading, clock.now());
    const changes = { location: 'https://other.example/', mapping: { press: 'news' } };
    const made = await categorySources.redefine(1, 'ut1', changes, clock.now() + 5);
    hasFields(t, made, { state: 'current', problem: null, etag: null, lastModified: null, heldHash: null });
    hasFields(t, made, {
      ...SOURCE,
      ...changes,
      releasedHash: null,
      listHash: 'l',
      names: 3,
      vouched: ['a.example'],
    });
    t.strictSame(await categorySources.get(1, 'ut1'), made);
    t.equal(await categorySources.redefine(1, 'gone', changes, clock.now()), null);
    await categorySources.create({ ...SOURCE, id: 'unread' }, clock.now());
    hasFields(t, await categorySources.redefine(1, 'unread', changes, clock.now()), {
      state: 'new',
      listHash: null,
    });
  },
);

promise('one holder at a time may update, until its time is over', async (t, { store, clock }) => {
  const { categorySources } = store;
  const hold = (holder: string, now = clock.now()) =>
    categorySources.holdUpdate(1, holder, { now, leaseMs: 1_000 });
  t.equal(await hold('a'), true);
  t.equal(await hold('b'), false);
  t.equal(await hold('a', clock.now() + 900), true, 'prolonged');
  t.equal(await hold('b', clock.now() + 1_500), false);
  t.equal(await hold('b', clock.now() + 1_900), true, 'the other one has died');
  await categorySources.endUpdate(1, 'a');
  t.equal(await hold('a', clock.now() + 2_000), false, 'only the holder gives it back');
  await categorySources.endUpdate(1, 'b');
  t.equal(await hold('a', clock.now() + 2_000), true);
  t.equal(await hold('b', clock.now() - 86_400_000), true, 'a clock that was wrong locks nobody out');
});

promise('each other index is the current one under the next version', async (t, { store }) => {
  const { categoryIndexes } = store;
  const add = (hash: string) =>
    categoryIndexes.add({ organisationId: 1, hash, bytes: 10, names: 1, counts: { adult: 1 }, createdAt: 7 });
  t.equal(await categoryIndexes.current(1), null);
  t.equal((await add('a')).version, 1);
  t.equal((await add('a')).version, 1, 'the same is no new one');
  t.equal((await add('b')).version, 2);
  t.equal((await add('a')).version, 3);
  t.strictSame(await categoryIndexes.current(1), {
    organisationId: 1,
    version: 3,
    hash: 'a',
    bytes: 10,
    names: 1,
    counts: { adult: 1 },
    createdAt: 7,
  });
  t.equal(await categoryIndexes.current(2), null);
  await categoryIndexes.prune(1, 2);
  t.same(
    (await categoryIndexes.latest(1, 9)).map(({ version }) => version),
    [3, 2],
  );
});
