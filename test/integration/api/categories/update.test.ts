import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { releaseSource, removeSource } from '../../../../api/categories/manage-sources.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

const BAD = 'bad.example\nworse.example\n';

t.test('a fresh server has an index of what ships, before any update', async (t) => {
  const world = await createCategoryWorld(t);
  t.equal(await world.store.categoryIndexes.current(1), null);
  await world.lookup.start();
  await world.lookup.start();
  const first = await world.store.categoryIndexes.current(1);
  t.match(first, { version: 1 });
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
    t.match(report, { changed: true, sources: [{ id: 'list', state: 'current', names: 2, etag: '"1"' }] });
    t.same(woken, ['all_devices']);
    t.same(await world.categoriesOf('www.bad.example'), ['adult']);

    const again = await world.update();
    t.equal(again.changed, false);
    t.same(again.index, report.index);
    t.equal(web.requests.at(-1)?.headers['if-none-match'], '"1"');
    t.same(woken, ['all_devices']);

    web.serve(`${BAD}third.example\n`, '"2"');
    t.match(await world.update(), { changed: true, index: { version: 2 } });
    t.same(await world.categoriesOf('third.example'), ['adult']);

    await removeSource({ store: world.store, clock: systemClock }, { organisationId: 1, id: 'list' });
    t.match(await world.update(), { changed: true, sources: [] });
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
    t.match(await world.source(), { state: 'failed', problem, names: 2 }, what);
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
  t.match(await world.source(), { state: 'current', problem: null });
});

t.test(
  'a source that suddenly lists google.com, or a public suffix, is held, and administrators are told until it is released',
  async (t) => {
    const world = await createCategoryWorld(t);
    const web = await startListServer(t);
    web.serve(BAD, '"1"');
    await world.add({ location: web.url });
    await world.update();
    const version = (await world.store.categoryIndexes.current(1))?.version;

    web.serve(`${BAD}new.example\ngoogle.com\nco.uk\n`, '"2"');
    await world.update();
    await world.update();
    t.match(await world.source(), { state: 'held', problem: /public suffix: co\.uk/, names: 2 });
    t.equal((await world.store.categoryIndexes.current(1))?.version, version);
    t.same(await world.categoriesOf('new.example'), []);
    const alerts = async () =>
      (
        await world.store.alerts.list({
          organisationId: 1,
          filter: {},
          sort: [],
          limit: 10,
          from: { kind: 'page', page: 1 },
        })
      ).rows;
    t.match(await alerts(), [
      { type: 'category_update_held', status: 'open', count: 1, details: { what: /co\.uk.*release list/ } },
    ]);

    await releaseSource(
      { store: world.store, clock: systemClock },
      { organisationId: 1, id: 'list', accept: [] },
    );
    t.match(await world.update([]), { changed: true });
    t.same(await world.categoriesOf('new.example'), ['adult']);
    t.same(await world.categoriesOf('www.google.com'), ['search'], 'left out all the same');
    t.same(await world.categoriesOf('bbc.co.uk'), ['news']);
    t.match(await alerts(), [{ status: 'resolved' }]);
    await world.update();
    t.match(await world.source(), { state: 'current', problem: null, names: 3 }, 'it is not held again');
    const events = await world.store.events.list({
      organisationId: 1,
      filter: {},
      sort: [],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.ok(JSON.stringify(events).includes('alert.created'));
  },
);

t.test('a person may vouch for a well-known name; no one for a public suffix or crisis help', async (t) => {
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  web.serve('wikipedia.org\nsamaritans.org\ngithub.io\n', '"1"');
  await world.add({ location: web.url, category: 'hate' });
  await world.update();
  t.match(await world.source(), { state: 'current', names: 0, refused: 1 });
  t.same(await world.categoriesOf('wikipedia.org'), ['reference']);
  const tools = { store: world.store, clock: systemClock };
  const release = (accept: readonly string[]) =>
    releaseSource(tools, { organisationId: 1, id: 'list', accept });
  await t.rejects(release([]), { code: 'conflict' });
  await t.rejects(release(['co.uk']), { code: 'unprocessable' });
  await t.rejects(release(['samaritans.org']), { code: 'unprocessable' });
  await release(['wikipedia.org']);
  await world.update([]);
  t.same(await world.categoriesOf('en.wikipedia.org'), ['hate', 'reference']);
  t.same(await world.categoriesOf('x.github.io'), []);
  t.same(await world.categoriesOf('samaritans.org'), []);
});

t.test('sources that together change many well-known names are held', async (t) => {
  const world = await createCategoryWorld(t);
  const [one, two] = [await startListServer(t), await startListServer(t)];
  one.serve(BAD, '"1"');
  two.serve(BAD, '"1"');
  await world.add({ id: 'one', location: one.url });
  await world.add({ id: 'two', location: two.url });
  await world.update();
  const popular =
    'bing.com\nwikipedia.org\nnasa.gov\nbbc.com\ncnn.com\nw3.org\nphp.net\nibm.example\nimdb.com\nwho.int\nun.org\nhp.com\ndell.com\nadobe.com\n';
  one.serve(`${BAD}${popular}`, '"2"');
  await world.update();
  t.match(await world.source('one'), { state: 'held', problem: /well-known names/ });
  two.serve(`${BAD}${popular}`, '"2"');
  await world.update();
  t.match(await world.source('two'), { state: 'held' });
  t.same(await world.categoriesOf('wikipedia.org'), ['reference']);
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

t.test('two updates at once are refused, also from another process', async (t) => {
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  let release = (): void => undefined;
  web.answer((_request, response) => {
    release = () => void response.writeHead(200).end(BAD);
  });
  await world.add({ location: web.url });
  const first = world.update();
  await new Promise<void>((resolve) => {
    const look = (): void => (web.requests.length > 0 ? resolve() : void setImmediate(look));
    look();
  });
  const signal = new AbortController().signal;
  await t.rejects(world.again().updater.update({ organisationId: 1, sources: null, signal }), {
    code: 'conflict',
  });
  release();
  t.match(await first, { changed: true });
  web.serve(BAD, '"1"');
  t.match(await world.update(), { changed: false }, 'the right was given back');
});

t.test('an update that is stopped leaves the index that was in use, and the right to update', async (t) => {
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  const aborter = new AbortController();
  web.answer(() => aborter.abort(new Error('stopped')));
  await world.add({ location: web.url });
  await world.lookup.start();
  await t.rejects(
    world.updater.update({ organisationId: 1, sources: null, signal: aborter.signal }),
    /stopped/,
  );
  t.match(await world.store.categoryIndexes.current(1), { version: 1 });
  web.serve(BAD, '"1"');
  t.match(await world.update(), { index: { version: 2 } });
});

t.test('an index file that is gone or damaged is made again, and leftovers of a crash go', async (t) => {
  const world = await createCategoryWorld(t);
  await world.lookup.start();
  const indexes = join(world.folder, 'indexes');
  const [name = ''] = (await readdir(indexes)).filter((file) => file.endsWith('.index'));
  await writeFile(join(indexes, name), 'damaged');
  await writeFile(join(indexes, `${name}.abc.new`), 'half');
  const second = world.again();
  await second.lookup.start();
  t.same(second.lookup.categoriesOf('pornhub.com'), ['adult']);
  t.same((await readdir(indexes)).sort(), [name, `${name}.gz`].sort());
  t.match(await world.store.categoryIndexes.current(1), { version: 1 });
});

t.test('where lists are gone too, devices keep what they have, and the sources are read again', async (t) => {
  const world = await createCategoryWorld(t);
  const web = await startListServer(t);
  web.serve(BAD, '"1"');
  await world.add({ location: web.url });
  await world.update();
  const before = await world.store.categoryIndexes.current(1);
  await rm(world.folder, { recursive: true });
  const second = world.again();
  t.equal(await second.updater.ensure(1), true);
  t.same(await world.store.categoryIndexes.current(1), before);
  t.match(await world.update(), { changed: false, index: before ?? {} });
  t.equal(web.requests.at(-1)?.headers['if-none-match'], undefined, 'asked for all of it');
  t.same(await world.categoriesOf('bad.example'), ['adult']);
});
