import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { hashOfFile } from '../../../../api/categories/exchange/exchange-file.ts';
import { exportLists } from '../../../../api/categories/exchange/export-lists.ts';
import { type ImportRequest, importLists } from '../../../../api/categories/exchange/import-lists.ts';
import { categoryFolders } from '../../../../api/categories/index-files.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { type CategoryWorld, createCategoryWorld } from './world.ts';

const MONDAY = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;
const LIMITS = { maxBytes: 100_000, maxUnpackedBytes: 200_000 };
const signal = new AbortController().signal;

/** Gives a school lists, by their content. */
async function give(t: Test, world: CategoryWorld, lists: Readonly<Record<string, string>>) {
  for (const [id, names] of Object.entries(lists)) {
    const file = join(await temporaryFolder(t), 'list.txt');
    await writeFile(file, names);
    await world.add({ id, location: file });
  }
}

/** A file with the lists of a school, as of a day. */
async function exported(t: Test, world: CategoryWorld, at = MONDAY) {
  const file = join(await temporaryFolder(t), 'lists.gz');
  const clock = createFakeClock(at);
  const tools = { store: world.store, folders: categoryFolders(world.folder), clock };
  return exportLists(
    { ...tools, random: systemRandom, log: silentLog },
    { organisationId: 1, file, product: '0.1.0', signal },
  );
}

async function taken(
  world: CategoryWorld,
  { file, hash }: Pick<ImportRequest, 'file' | 'hash'>,
  more: Partial<ImportRequest> = {},
) {
  const tools = { updater: world.updater, folders: categoryFolders(world.folder), clock: systemClock };
  const request = { organisationId: 1, file, hash, older: false, signal, ...more };
  return importLists({ ...tools, limits: LIMITS }, request);
}

/** All that an import could have changed. */
async function stateOf(world: CategoryWorld) {
  return {
    sources: await world.store.categorySources.list(1),
    index: await world.store.categoryIndexes.current(1),
  };
}

/** A file of these lines, as an exporter would make it. */
async function fileOf(t: Test, ...lines: readonly string[]) {
  const file = join(await temporaryFolder(t), 'made.gz');
  await writeFile(file, gzipSync(`${lines.join('\n')}\n`));
  return { file, hash: await hashOfFile(file) };
}

const HEAD = JSON.stringify({
  format: 'schoolgate-categories',
  version: 1,
  createdAt: '2026-11-23T00:00:00.000Z',
  product: '0.1.0',
  index: 3,
});
const sourceLine = (id: string): string =>
  `=${JSON.stringify({ id, format: 'plain', category: 'adult', place: 'list.txt' })}`;

t.test('a school without internet has the lists of another, and no update reads them', async (t) => {
  const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
  await give(t, from, { theirs: 'bad.example\nwikipedia.org\n' });
  await give(t, from, { agreed: 'wikipedia.org\nworse.example\n' });
  await from.update();
  const file = await exported(t, from);
  hasFields(t, file, { createdAt: '2026-11-23T00:00:00.000Z', hash: await hashOfFile(file.file) });

  const report = await taken(to, file);
  hasFields(t, report, { changed: true, passedOver: [], head: { index: 1, product: '0.1.0' } });
  t.same(await to.categoriesOf('www.bad.example'), ['adult']);
  t.same(await to.categoriesOf('wikipedia.org'), ['adult', 'reference'], 'two lists agree, as over there');
  hasFields(t, await to.source('theirs'), {
    location: 'import:list.txt',
    state: 'current',
    names: 1,
    lastModified: file.createdAt,
  });
  hasFields(t, await to.update(), { changed: false });
  hasFields(t, await to.source('theirs'), { state: 'current', problem: null });
  await t.rejects(to.update(['theirs']), { code: 'unprocessable', detail: /came with a file/ });
  hasFields(t, await taken(to, file), { changed: false }, 'the same file again');
});

t.test('own lists stay beside what is imported; what was never read gives way', async (t) => {
  const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
  await give(t, from, { both: 'theirs.example\n' });
  await give(t, from, { ut1: 'bad.example\n' });
  await from.update();
  const file = await exported(t, from);
  await give(t, to, { both: 'ours.example\n' });
  await give(t, to, { own: 'mine.example\n' });
  await to.update();
  await to.add({ id: 'ut1', location: 'https://lists.example/ut1' });

  hasFields(t, await taken(to, file), { passedOver: ['both'] });
  t.same(await to.categoriesOf('ours.example'), ['adult']);
  t.same(await to.categoriesOf('theirs.example'), []);
  t.same(await to.categoriesOf('mine.example'), ['adult']);
  t.same(await to.categoriesOf('bad.example'), ['adult']);
  hasFields(t, await to.source('ut1'), { location: 'import:list.txt', state: 'current' });
});

t.test('an older file comes in only on a person’s word, and what a newer one lacks goes', async (t) => {
  const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
  await give(t, from, { first: 'first.example\n' });
  await from.update();
  const older = await exported(t, from, MONDAY);
  await from.store.categorySources.delete(1, 'first');
  await give(t, from, { second: 'second.example\n' });
  await from.update();
  const newer = await exported(t, from, MONDAY + DAY_MS);
  await taken(to, newer);
  const before = await stateOf(to);
  await t.rejects(taken(to, older), {
    code: 'conflict',
    detail: /of 2026-11-23T00:00:00\.000Z, older than that in use, of 2026-11-24T00:00:00\.000Z.*--older/,
  });
  t.strictSame(await stateOf(to), before);

  await taken(to, older, { older: true });
  t.same(await to.categoriesOf('first.example'), ['adult']);
  t.same(await to.categoriesOf('second.example'), []);
  t.strictSame(
    (await to.store.categorySources.list(1)).map(({ id }) => id),
    ['first'],
  );
});

t.test('a file that is damaged, forged or no such file changes nothing', async (t) => {
  const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
  await give(t, from, { theirs: 'bad.example\n' });
  await from.update();
  const good = await exported(t, from);
  await taken(to, good);
  const before = await stateOf(to);
  const lists = await readdir(join(to.folder, 'lists'));
  const refused = async (
    what: string,
    file: Pick<ImportRequest, 'file' | 'hash'>,
    detail: RegExp,
  ): Promise<void> => {
    await t.rejects(taken(to, file), { code: 'unprocessable', detail }, what);
    t.strictSame(await stateOf(to), before, what);
  };
  const cut = join(await temporaryFolder(t), 'cut.gz');
  const whole = await readFile(good.file);
  await writeFile(cut, whole.subarray(0, whole.length - 9));
  await refused('cut off', { file: cut, hash: good.hash }, /another file: its SHA-256 is/);
  await refused(
    'cut off, by its own hash',
    { file: cut, hash: await hashOfFile(cut) },
    /broke off or is damaged/,
  );
  await refused('missing', { file: `${cut}.none`, hash: good.hash }, /ENOENT.*Nothing was changed/);
  await refused('a folder', { file: to.folder, hash: good.hash }, /is no file/);
  const text = gunzipSync(whole).toString().split('\n').slice(0, -2);
  await refused('without its end', await fileOf(t, ...text), /its end is missing/);
  await refused('with more', await fileOf(t, ...text, '.', 'x.example'), /behind its end/);
  await refused(
    'no head',
    await fileOf(t, 'bad.example'),
    /no file that “schoolgate categories export” made/,
  );
  const next = HEAD.replace('"version":1', '"version":2');
  await refused('of another version', await fileOf(t, next, '.'), /in format 2; this one reads format 1/);
  const paths = await fileOf(t, HEAD, sourceLine('../../etc/cron.d/x'), '#adult', 'bad.example', '.');
  await refused('a path for a name', paths, /of a source cannot be read/);
  const twice = await fileOf(t, HEAD, sourceLine('a'), sourceLine('a'), '.');
  await refused('one name twice', twice, /“a” twice/);
  await refused('names of no source', await fileOf(t, HEAD, 'bad.example', '.'), /before the first source/);
  const bomb = await fileOf(t, HEAD, sourceLine('a'), '#adult', 'a.example\n'.repeat(50_000), '.');
  await refused('a bomb', bomb, /larger than 0 MB/);
  await refused('a long line', await fileOf(t, HEAD, 'x'.repeat(5_000)), /a line is too long/);
  await to.update();
  t.strictSame(await readdir(join(to.folder, 'lists')), lists, 'nothing half-written stays');
});

t.test('names that no list can hold are in none that is imported', async (t) => {
  const to = await createCategoryWorld(t);
  const names = ['988lifeline.org', 'co.uk', '203.0.113.7', 'google.com', 'bad.example'];
  const file = await fileOf(
    t,
    HEAD,
    sourceLine('a'),
    '#adult',
    ...names,
    '#no_such_category',
    'x.example',
    '.',
  );
  await taken(to, file);
  hasFields(t, await to.source('a'), { names: 1, refused: 3 });
  t.same(await to.categoriesOf('988lifeline.org'), []);
  t.same(await to.categoriesOf('google.com'), [], 'one list alone does not decide');
  t.same(await to.categoriesOf('bad.example'), ['adult']);
});

t.test('an import that is stopped at any point leaves what was in use', async (t) => {
  const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
  await give(t, from, { theirs: 'bad.example\n' });
  await from.update();
  const file = await exported(t, from);
  await to.lookup.start();
  const before = await stateOf(to);
  for (const step of ['read', 'compile']) {
    const aborter = new AbortController();
    const progress = (progress: { readonly step: string }): void => {
      if (progress.step === step) aborter.abort(new Error('stopped'));
    };
    await t.rejects(taken(to, file, { signal: aborter.signal, progress }), /stopped/, step);
    t.strictSame(await stateOf(to), before, step);
  }
  hasFields(t, await taken(to, file), { changed: true });
});

t.test(
  'where the files of an imported list are gone, its source says so until the file is imported again',
  async (t) => {
    const [from, to] = [await createCategoryWorld(t), await createCategoryWorld(t)];
    await give(t, from, { theirs: 'bad.example\n' });
    await from.update();
    const file = await exported(t, from);
    await taken(to, file);
    await rm(to.folder, { recursive: true });
    await to.update();
    hasFields(t, await to.source('theirs'), { state: 'failed', problem: /import the file again/ });
    await taken(to, file);
    hasFields(t, await to.source('theirs'), { state: 'current', problem: null });
    t.same(await to.categoriesOf('bad.example'), ['adult']);
  },
);

t.test('a school with nothing but what ships has nothing to export', async (t) => {
  const world = await createCategoryWorld(t);
  await world.update();
  await t.rejects(exported(t, world), { code: 'unprocessable', detail: /nothing to export/ });
});
