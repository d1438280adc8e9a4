import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { openCategoryIndex } from '../../../../contracts/categories/category-index.ts';
import { buildFirstIndex } from '../../../../contracts/categories/first-index.ts';
import { applyIndexDelta } from '../../../../contracts/categories/index-delta.ts';
import { readShippedNames } from '../../../../contracts/categories/shipped-names.ts';
import { sha256 } from '../../../../kit/signing.ts';
import { shippedBytes } from '../../../support/shipped-names.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

/** So many that an index keeps its slots when some come. */
const SHIPPED = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, number) => [`shipped-${number}.example`, ['gambling']]),
);
/** What an agent makes of the same file (agent/core/policy/index-keeper.ts). */
const first = buildFirstIndex(readShippedNames(shippedBytes(SHIPPED)));

t.test('the first index of a server is that of an agent, and what is counted is what ships', async (t) => {
  const world = await createCategoryWorld(t, undefined, undefined, { shipped: SHIPPED });
  t.same(world.lookup.categoriesOf('www.shipped-7.example'), ['gambling'], 'before there is one');
  const counted = world.lookup.categories();
  t.ok((counted.find(({ id }) => id === 'gambling')?.domainCount ?? 0) > 3_000);
  await world.lookup.start();
  t.equal((await world.store.categoryIndexes.current(1))?.hash, sha256(first));
  t.same(world.lookup.categories(), counted);
  t.equal((await world.update()).changed, false, 'nor does an update without sources make another');
});

t.test(
  'a name has the categories of a source and of what ships; an agent that has the first gets a delta',
  async (t) => {
    const world = await createCategoryWorld(t, undefined, undefined, { shipped: SHIPPED });
    const web = await startListServer(t);
    web.serve('shipped-7.example\nnew.example\nwww.shipped-8.example\n', '"1"');
    await world.add({ location: web.url });
    // No index before this one.
    const { index } = await world.update();
    t.same(await world.categoriesOf('shipped-7.example'), ['adult', 'gambling']);
    t.same(await world.categoriesOf('new.example'), ['adult']);
    t.same(await world.categoriesOf('www.shipped-8.example'), ['adult', 'gambling']);
    const file = join(world.folder, 'indexes', `${index.hash}.${sha256(first)}.delta.gz`);
    const packed = await readFile(file);
    const made = applyIndexDelta(first, gunzipSync(packed));
    t.equal(sha256(made), index.hash);
    t.ok(packed.length < 1_500, `${packed.length} bytes`);
    t.same(openCategoryIndex(made).categoriesOf('shipped-9.example'), ['gambling']);
  },
);

t.test('without its last source a server is back at the first index', async (t) => {
  const world = await createCategoryWorld(t, undefined, undefined, { shipped: SHIPPED });
  const web = await startListServer(t);
  web.serve('new.example\n', '"1"');
  await world.add({ location: web.url });
  await world.update();
  await world.store.categorySources.delete(1, 'list');
  t.equal((await world.update()).index.hash, sha256(first));
});
