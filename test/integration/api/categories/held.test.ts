import t from 'tap';
import { releaseSource } from '../../../../api/categories/manage-sources.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startListServer } from './list-server.ts';
import { createCategoryWorld } from './world.ts';

const BAD = 'bad.example\nworse.example\n';

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
    hasFields(t, await world.source(), { state: 'held', problem: /public suffix: co\.uk/, names: 2 });
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
    hasFields(t, await alerts(), [
      { type: 'category_update_held', status: 'open', count: 1, details: { what: /co\.uk.*release list/ } },
    ]);

    await releaseSource(
      { store: world.store, clock: systemClock },
      { organisationId: 1, id: 'list', accept: [] },
    );
    hasFields(t, await world.update([]), { changed: true });
    t.same(await world.categoriesOf('new.example'), ['adult']);
    t.same(await world.categoriesOf('www.google.com'), ['search'], 'left out all the same');
    t.same(await world.categoriesOf('bbc.co.uk'), ['news']);
    hasFields(t, await alerts(), [{ status: 'resolved' }]);
    await world.update();
    hasFields(t, await world.source(), { state: 'current', problem: null, names: 3 }, 'it is not held again');
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
  hasFields(t, await world.source(), { state: 'current', names: 0, refused: 1 });
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
  hasFields(t, await world.source('one'), { state: 'held', problem: /well-known names/ });
  two.serve(`${BAD}${popular}`, '"2"');
  await world.update();
  hasFields(t, await world.source('two'), { state: 'held' });
  t.same(await world.categoriesOf('wikipedia.org'), ['reference']);
});
