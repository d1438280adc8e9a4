import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { removeSource } from '../../../../api/categories/manage-sources.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

const BAD = 'bad.example\nworse.example\n';

t.test('a fresh server has an index of what ships, before any update', async (t) => {
  const world = await createCategoryWorld(t);
  t.equal(await world.store.categoryIndexes.current(1), null);
  await world.lookup.start();
  await world.lookup.start();
  const first = await world.store.categoryIndexes.current(1);
  hasFields(t, first, { version: 1 });
  t.ok((first?.names ?? 0) > 600);
  t.same(await world.categoriesOf('www.pornhub.com'), ['adult']);
  t.same(await world.categoriesOf('music.youtube.com'), ['music', 'video'], 'sorted');
  t.same(await world.categoriesOf('unknown.example'), []);
  t.ok(world.lookup.categories().find(({ id }) => id === 'games')?.domainCount);
  t.ok(world.lookup.has('games'));
  await world.again().lookup.start();
  t.equal((await world.store.categoryIndexes.current(1))?.version, 1, 'the next start makes no other');
});

t.test(
  'names of a source are in the index after an update, by ETag only once, and gone when it is removed',
  async (t) => {
    const world = await createCategoryWorld(t);
    const web = await startListServer(t);
    web.serve(BAD, '"1"');
    await world.add({ location: web.url });
    const woken: string[] = [];
    world.store.bus.subscribe(({ kind }) => void woken.push(kind));
    const report = await world.update();
    t.equal(report.changed, true);
    t.strictSame(
      report.sources.map(({ id, state, names, etag }) => ({ id, state, names, etag })),
      [{ id: 'list', state: 'current', names: 2, etag: '"1"' }],
    );
    t.same(woken, ['all_devices']);
    t.same(await world.categoriesOf('www.bad.example'), ['adult']);

    const again = await world.update();
    t.equal(again.changed, false);
    t.same(again.index, report.index);
    t.equal(web.requests.at(-1)?.headers['if-none-match'], '"1"');
    t.same(woken, ['all_devices']);

    web.serve(`${BAD}third.example\n`, '"2"');
    const second = await world.update();
    t.strictSame([second.changed, second.index.version], [true, 2]);
    t.strictSame(
      second.sources.map(({ id, names, etag }) => ({ id, names, etag })),
      [{ id: 'list', names: 3, etag: '"2"' }],
    );
    t.same(await world.categoriesOf('third.example'), ['adult']);

    await removeSource({ store: world.store, clock: systemClock }, { organisationId: 1, id: 'list' });
    const without = await world.update();
    t.equal(without.changed, true);
    t.strictSame(without.sources, []);
    t.same(await world.categoriesOf('bad.example'), []);
    t.same(await readdir(join(world.folder, 'lists')), [], 'and so are its files');
  },
);

t.test('a source that fails keeps what it had, and says why', async (t) => {
  const world = await createCategoryWorld(t, { maxBytes: 1_000_000, maxUnpackedBytes: 2_000_000 });
  const web = await startListServer(t);
  web.serve(BAD, '"1"');
  await world.add({ location: web.url });
  await world.update();
  const fails = async (what: string, problem: RegExp): Promise<void> => {
    const report = await world.update();
    t.equal(report.changed, false, what);
    hasFields(t, await world.source(), { state: 'failed', problem, names: 2 }, what);
    t.same(await world.categoriesOf('bad.example'), ['adult'], what);
  };
  web.answer((_request, response) => response.writeHead(500).end('x'));
  await fails('500', /answers 500/);
  web.answer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('a.example\nb.exam');
    setImmediate(() => response.destroy());
  });
  await fails('cut off', /broke off/);
  const half = gzipSync(Buffer.from(BAD.repeat(1_000))).subarray(0, 40);
  web.serve(half, '"half"');
  await fails('half an archive', /broke off or is damaged/);
  web.serve(gzipSync(Buffer.alloc(50_000_000)), '"bomb"');
  await fails('a bomb', /larger than 1 MB/);
  web.serve(Buffer.alloc(1_100_000, 'a.example\n'), '"long"');
  await fails('too long', /larger than 0 MB/);
  web.serve('', '"empty"');
  await fails('nothing', /names no host/);
  web.serve('<!doctype html>\n<p>Sign in to the network</p>', '"portal"');
  await fails('a portal', /names no host/);
  web.answer((_request, response) => response.destroy());
  await fails('hung up', /cannot be reached/);
  web.answer((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  await fails('led elsewhere', /cannot be reached/);
  t.equal((await readdir(join(world.folder, 'lists'))).length, 2, 'nothing half-written stays');

  web.serve(BAD, '"1"');
  await world.update();
  hasFields(t, await world.source(), { state: 'current', problem: null });
});

t.test(
  'an exception keeps a name and all below it out; names that a parent covers are left out',
  async (t) => {
    const world = await createCategoryWorld(t);
    const web = await startListServer(t);
    web.serve(
      '||ads.example^\n||track.ads.example^\n||good.example^\n@@||good.example^\n||x.good.example^\n',
      '"1"',
    );
    await world.add({ location: web.url, format: 'adblock', category: 'ads' });
    const before = await world.update([]);
    const after = await world.update();
    t.equal(after.index.names - before.index.names, 1);
    t.same(await world.categoriesOf('track.ads.example'), ['ads']);
    t.same(await world.categoriesOf('x.good.example'), []);
  },
);

/** A world whose disk has only its reserve left when the test says so. */
async function nearlyFull(t: Test) {
  const disk = { isReached: (): boolean => false };
  const world = await createCategoryWorld(t, undefined, undefined, {
    reserve: { isReached: () => disk.isReached() },
  });
  const web = await startListServer(t);
  web.serve(BAD, '"1"');
  await world.add({ location: web.url });
  await world.update();
  const before = { source: await world.source(), index: await world.store.categoryIndexes.current(1) };
  const stands = async (t: Test) => {
    t.same({ source: await world.source(), index: await world.store.categoryIndexes.current(1) }, before);
    t.same(await world.categoriesOf('bad.example'), ['adult']);
    t.equal((await readdir(join(world.folder, 'lists'))).filter((name) => !name.endsWith('.json')).length, 1);
  };
  return { disk, world, web, stands };
}

const NO_ROOM = { code: 'unavailable', message: /disk is nearly full/ };

t.test(
  'a disk with only its reserve left has no source read; with room again the next update does',
  async (t) => {
    const { disk, world, web, stands } = await nearlyFull(t);
    const asked = web.requests.length;
    web.serve(`${BAD}third.example\n`, '"2"');
    disk.isReached = () => true;
    await t.rejects(world.update(), NO_ROOM);
    await t.rejects(world.update(['list']), NO_ROOM);
    t.equal(web.requests.length, asked, 'nothing was asked for');
    await stands(t);
    disk.isReached = () => false;
    t.equal((await world.update()).changed, true);
    t.same(await world.categoriesOf('third.example'), ['adult']);
  },
);

t.test('a disk that a list fills to its reserve gets no index more, and the list goes again', async (t) => {
  const { disk, world, web, stands } = await nearlyFull(t);
  web.serve(`${BAD}third.example\n`, '"2"');
  const asked = web.requests.length;
  disk.isReached = () => web.requests.length > asked;
  await t.rejects(world.update(), NO_ROOM);
  await stands(t);
  disk.isReached = () => false;
  t.equal((await world.update()).changed, true, 'the list is read anew');
});

t.test('what makes room, or only needs what is there, is done from the reserve', async (t) => {
  const { disk, world } = await nearlyFull(t);
  disk.isReached = () => true;
  await removeSource({ store: world.store, clock: systemClock }, { organisationId: 1, id: 'list' });
  t.equal((await world.update([])).changed, true);
  t.same(await readdir(join(world.folder, 'lists')), []);
  const other = await createCategoryWorld(t, undefined, undefined, { reserve: disk });
  await other.lookup.start();
  t.same(await other.categoriesOf('www.pornhub.com'), ['adult'], 'a new server has what ships');
});
