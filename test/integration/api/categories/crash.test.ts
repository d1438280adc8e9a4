import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

const BAD = 'bad.example\nworse.example\n';

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
  hasFields(t, await first, { changed: true });
  web.serve(BAD, '"1"');
  hasFields(t, await world.update(), { changed: false }, 'the right was given back');
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
  hasFields(t, await world.store.categoryIndexes.current(1), { version: 1 });
  web.serve(BAD, '"1"');
  hasFields(t, await world.update(), { index: { version: 2 } });
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
  hasFields(t, await world.store.categoryIndexes.current(1), { version: 1 });
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
  hasFields(t, await world.update(), { changed: false, index: before ?? {} });
  t.equal(web.requests.at(-1)?.headers['if-none-match'], undefined, 'asked for all of it');
  t.same(await world.categoriesOf('bad.example'), ['adult']);
});
