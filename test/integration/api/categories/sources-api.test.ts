import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Categories, createCategories } from '../../../../api/categories/categories.ts';
import { createCategorySearch } from '../../../../api/categories/category-search.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { CATEGORY_PROGRAM, NOTHING_SHIPS } from '../../../support/child-process.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';
import { startListServer } from './list-server.ts';

const SOURCES = '/v1/categories/sources';

/** A server with categories on a folder of its own, which may fetch lists from the loopback. */
async function startSchool(t: Test) {
  const folder = join(await temporaryFolder(t), 'categories');
  const made: Categories[] = [];
  const server = await startRestServer(t, {
    withStore(store) {
      const categories = createCategories({
        ...{ store, folder, clock: systemClock, random: systemRandom, log: silentLog },
        shippedFile: NOTHING_SHIPS,
        program: CATEGORY_PROGRAM,
        networks: { allowCidrs: [], allowHttpCidrs: ['127.0.0.0/8'] },
      });
      made.push(categories);
      return {
        categories: categories.lookup,
        categoryUpdates: categories.updates,
        categorySearch: categories.search,
      };
    },
  });
  const [categories] = made;
  if (categories === undefined) throw new Error('there are no categories');
  await categories.lookup.start();
  t.teardown(async () => {
    await categories.updates.stop();
    await categories.lookup.stop();
  });
  const add = (body: object) =>
    server.call('POST', SOURCES, { body: { id: 'list', format: 'plain', category: 'games', ...body } });
  const source = async (id = 'list') => (await server.call('GET', `${SOURCES}/${id}`)).body;
  return {
    ...server,
    categories,
    add,
    source,
    update: (id = 'list') => server.call('POST', `${SOURCES}/${id}/update`),
    idle: (id = 'list') =>
      until(async () => (await source(id)).update === null, { what: 'the end of the update' }),
  };
}

t.test('a list is added, read in the background, looked up, changed and removed', async (t) => {
  const web = await startListServer(t);
  const school = await startSchool(t);
  web.serve('play.example\nother.example\n', '"1"');
  const made = await school.add({ location: web.url });
  hasFields(t, made, { status: 201, body: { id: 'list', state: 'new', local: false, update: null } });
  t.equal(made.headers.get('location'), `${SOURCES}/list`);

  const begun = await school.update();
  hasFields(t, begun, { status: 202, body: { update: { step: 'read', source: 'list', number: 1, of: 1 } } });
  await school.idle();
  hasFields(t, await school.source(), { state: 'current', names: 2, problem: null, checkedAt: /Z$/ });

  const found = await school.call('GET', '/v1/categories/lookup?domain=WWW.Play.example.');
  const { checkedAt } = await school.source();
  t.same(found.body, {
    domain: 'www.play.example',
    categories: [
      { id: 'games', name: 'Games', matches: [{ name: 'play.example', source: 'list', readAt: checkedAt }] },
    ],
  });
  const games = await school.call('GET', '/v1/categories/games');
  hasFields(t, games.body, {
    id: 'games',
    description: /^Games/,
    sources: [{ id: 'schoolgate' }, { id: 'list', names: 2 }],
  });
  const index = await school.store.categoryIndexes.current(1);
  t.equal(games.body.updatedAt, new Date(index?.createdAt ?? 0).toISOString());
  t.equal(games.body.domainCount, index?.counts.games);
  hasFields(t, await school.call('GET', SOURCES), { body: { total: 1, data: [{ id: 'list' }] } });

  const changed = await school.call('PATCH', `${SOURCES}/list`, { body: { category: 'music' } });
  hasFields(t, changed, { status: 200, body: { category: 'music', state: 'current', names: 2 } });
  t.same(school.categories.lookup.categoriesOf('play.example'), ['games'], 'until it is read anew');
  await school.update();
  await school.idle();
  t.notOk(web.requests.at(-1)?.headers['if-none-match'], 'it is asked for all');
  t.same(school.categories.lookup.categoriesOf('play.example'), ['music']);

  hasFields(t, await school.call('DELETE', `${SOURCES}/list`), { status: 204 });
  await until(() => school.categories.lookup.categoriesOf('play.example').length === 0, {
    what: 'an index without the list',
  });
  hasFields(t, await school.call('GET', `${SOURCES}/list`), { status: 404 });
});

t.test('what ships is a source too, and an unknown domain has no category', async (t) => {
  const school = await startSchool(t);
  const found = await school.call('GET', '/v1/categories/lookup?domain=www.pornhub.com');
  hasFields(t, found.body.categories, [
    { id: 'adult', matches: [{ name: 'pornhub.com', source: 'schoolgate', readAt: null }] },
  ]);
  const unknown = await school.call('GET', '/v1/categories/lookup?domain=nobody.example');
  t.same(unknown.body, { domain: 'nobody.example', categories: [] });
  const none = await school.call('GET', '/v1/categories/lookup?domain=a%20b');
  hasFields(t, none, { status: 400, body: { errors: [{ in: 'query', parameter: 'domain' }] } });
  for (const id of ['nonsense', 'constructor', '__proto__'])
    hasFields(t, await school.call('GET', `/v1/categories/${id}`), { status: 404 }, id);
});

t.test(
  'one of the catalogue is added by its id alone, and a source that cannot be is pointed at',
  async (t) => {
    const school = await startSchool(t);
    const post = (body: object) => school.call('POST', SOURCES, { body });
    hasFields(t, await post({ id: 'ut1', mapping: { press: null } }), {
      status: 201,
      body: { location: /^https:/, format: 'ut1', category: null, mapping: { press: null } },
    });
    hasFields(t, await post({ id: 'ut1' }), {
      status: 409,
      body: { code: 'already_exists', existingId: 'ut1' },
    });
    const own = { id: 'own', location: 'https://lists.example/', format: 'plain', category: 'games' };
    const wrong: readonly [number, string, object][] = [
      [400, '#/location', { location: '/etc/passwd' }],
      [400, '#/location', { location: 'file:///etc/passwd' }],
      [400, '#/location', { location: undefined }],
      [400, '#/format', { format: undefined }],
      [400, '#/id', { id: '__proto__' }],
      [400, '#/id', { id: 'a/b' }],
      [400, '#/location', { id: 'catalogue', location: undefined, format: undefined, category: undefined }],
      [422, '#/location', { location: 'https://user:word@lists.example/' }],
      [422, '#/category', { category: 'nonsense' }],
      [422, '#/category', { category: null }],
      [422, '#/mapping', { mapping: { press: 'news' } }],
      [422, '#/mapping/press', { format: 'ut1', category: null, mapping: { press: 'nonsense' } }],
    ];
    for (const [status, pointer, changes] of wrong) {
      const answer = await post({ ...own, ...changes });
      const pointers = (answer.body.errors ?? []).map((one: { pointer: string }) => one.pointer);
      t.ok(
        answer.status === status && pointers.includes(pointer),
        `${pointer} ${JSON.stringify(answer.body)}`,
      );
    }
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`c${at}`, null]));
    hasFields(t, await post({ id: 'many', mapping: many }), { status: 400 });
    const poison =
      '{"id":"ut1-2","location":"https://a.example/","format":"ut1","mapping":{"__proto__":null}}';
    hasFields(t, await school.call('POST', SOURCES, { body: poison }), { status: 400 });
    for (const id of ['sources', 'lookup', 'catalogue', 'update', 'release'])
      hasFields(t, await post({ ...own, id }), { status: 201, body: { id } }, id);
    hasFields(t, await school.call('GET', `${SOURCES}/catalogue`), {
      status: 200,
      body: { id: 'catalogue' },
    });
  },
);

t.test('who reaches a part of the school changes nothing of it, and who may only read neither', async (t) => {
  const school = await startSchool(t);
  await school.add({ location: 'https://lists.example/' });
  await school.store.ous.ensurePath(1, '/High', 0);
  const part = await school.makeKey({ ouPath: '/High' });
  const reader = await school.makeKey({ scopes: ['policies:read'] });
  const teacher = await signedIn(school, 'teacher');
  const changes: readonly [string, string, object?][] = [
    ['POST', SOURCES, { id: 'ut1' }],
    ['PATCH', `${SOURCES}/list`, { category: 'music' }],
    ['POST', `${SOURCES}/list/update`],
    ['POST', `${SOURCES}/list/release`, { accept: ['a.example'] }],
    ['DELETE', `${SOURCES}/list`],
  ];
  for (const [method, path, body] of changes) {
    const options = body === undefined ? {} : { body };
    const limited = await school.call(method, path, { ...options, key: part.key });
    hasFields(t, limited, { status: 403, body: { code: 'ou_not_permitted' } }, `${method} ${path}`);
    hasFields(t, await school.call(method, path, { ...options, key: reader.key }), { status: 403 });
    hasFields(t, await teacher.call(method, path, body), { status: 403 });
  }
  hasFields(t, await school.call('GET', `${SOURCES}/list`, { key: part.key }), { status: 200 });
  hasFields(t, await school.source(), { category: 'games', state: 'new', vouched: [] });
});

t.test('where a file of the server lies is not told', async (t) => {
  const school = await startSchool(t);
  const file = { organisationId: 1, id: 'file', format: 'plain', location: '/srv/secret/list.txt' } as const;
  await school.store.categorySources.create({ ...file, category: 'games', mapping: {} }, 0);
  await school.update('file');
  await school.idle('file');
  const source = await school.source('file');
  hasFields(t, source, { location: null, local: true, state: 'failed', problem: /^The file cannot be read/ });
  t.notOk(JSON.stringify(source).includes('/srv'));
});

t.test('a list on the network of the server is not fetched', async (t) => {
  const school = await startSchool(t);
  await school.add({ location: 'http://169.254.169.254/latest/meta-data' });
  await school.update();
  await school.idle();
  hasFields(t, await school.source(), { state: 'failed', names: 0 });
});

t.test(
  'one update runs at a time, and a list that does not end holds up neither removal nor stopping',
  async (t) => {
    const web = await startListServer(t);
    const school = await startSchool(t);
    const answers: ServerResponse[] = [];
    web.answer((_request, response) => {
      response.writeHead(200, { etag: '"slow"' }).write('slow.example\n');
      answers.push(response);
    });
    await school.add({ location: web.url });
    await school.add({ id: 'other', location: 'https://lists.example/' });
    t.equal((await school.update()).status, 202);
    await until(() => answers.length === 1, { what: 'the server of the list' });
    hasFields(t, await school.source('other'), { update: { step: 'read', source: 'list' } });
    hasFields(t, await school.update('other'), { status: 409, body: { code: 'conflict' } });
    const accept = { body: { accept: ['play.example'] } };
    hasFields(t, await school.call('POST', `${SOURCES}/other/release`, accept), { status: 409 });
    hasFields(t, await school.source('other'), { vouched: [] }, 'nothing of it has happened');

    // Removed and made anew while it is read: what comes of the reading is not the new one's.
    hasFields(t, await school.call('DELETE', `${SOURCES}/list`), { status: 204 });
    hasFields(t, await school.add({ location: 'https://lists.example/2' }), { status: 201 });
    answers[0]?.end('more.example\n');
    await school.idle('other');
    hasFields(t, await school.source(), { state: 'new', names: 0 });
    await until(
      async () => {
        await school.categories.lookup.refresh();
        return school.categories.lookup.categoriesOf('slow.example').length === 0;
      },
      { what: 'an index without the list' },
    );

    await school.call('PATCH', `${SOURCES}/other`, { body: { location: web.url } });
    await until(async () => (await school.update('other')).status === 202, { what: 'the right to update' });
    await until(() => answers.length === 2, { what: 'the server of the list' });
    await school.categories.updates.stop();
    t.equal(school.categories.updates.running(1), null);
    hasFields(t, await school.source('other'), { state: 'new', update: null });
    await school.categories.updates.start();
    t.equal((await school.update('other')).status, 202, 'the right was given back');
    await until(() => answers.length === 3, { what: 'the server of the list' });
    answers[2]?.end();
    await school.idle('other');
    t.same(school.categories.lookup.categoriesOf('slow.example'), ['games']);
  },
);

t.test('what is held is released by a person, and nothing else is', async (t) => {
  const web = await startListServer(t);
  const school = await startSchool(t);
  const release = (body?: object) =>
    school.call('POST', `${SOURCES}/list/release`, body === undefined ? {} : { body });
  web.serve('play.example\n', '"1"');
  await school.add({ location: web.url });
  hasFields(t, await release(), { status: 409, body: { code: 'conflict' } });
  await school.update();
  await school.idle();
  web.serve('play.example\nnew.example\nco.uk\n', '"2"');
  await school.update();
  await school.idle();
  await school.call('PATCH', `${SOURCES}/list`, { body: { category: 'games' } });
  hasFields(t, await school.source(), { state: 'held', problem: /co\.uk/ }, 'also after a change of nothing');
  hasFields(t, await release({ accept: ['co.uk'] }), {
    status: 422,
    body: { errors: [{ pointer: '#/accept/0' }] },
  });
  hasFields(t, await release(), { status: 202, body: { state: 'current', update: { step: 'compile' } } });
  await school.idle();
  t.same(school.categories.lookup.categoriesOf('new.example'), ['games']);
  const entries = await school.store.audit.list({
    organisationId: 1,
    filter: {},
    sort: [],
    limit: 50,
    from: { kind: 'page', page: 1 },
  });
  const actions = entries.rows.map(({ action, actor }) => `${action} ${actor.slice(0, 4)}`);
  hasText(t, actions.join(), 'category_source.added key_');
  hasText(t, actions.join(), 'category_source.released key_');
  hasText(t, actions.join(), 'category_source.update_started key_');
});

t.test('a list that came with a file is shown without its place, and is not read', async (t) => {
  const school = await startSchool(t);
  const imported = {
    organisationId: 1,
    id: 'list',
    format: 'plain',
    category: 'games',
    mapping: {},
  } as const;
  await school.store.categorySources.create({ ...imported, location: 'import:list.txt' }, 0);
  hasFields(t, await school.source(), { location: null, local: true, update: null });
  const refused = await school.update();
  hasFields(t, refused, { status: 422, body: { detail: /came with a file/ } });
});

t.test(
  'many who look up at once wait or are told when to ask again; the server answers meanwhile',
  async (t) => {
    const waiting: (() => void)[] = [];
    const categorySearch = createCategorySearch({
      folders: { lists: '/nowhere' },
      shippedFile: NOTHING_SHIPS,
      work: {
        search: () => new Promise((resolve) => waiting.push(() => resolve([]))),
        count: () => Promise.reject(new Error('nobody counts')),
      },
    });
    const server = await startRestServer(t, { api: { categorySearch } });
    const source = {
      organisationId: 1,
      id: 'list',
      format: 'plain',
      location: '/x',
      category: 'games',
    } as const;
    await server.store.categorySources.create({ ...source, mapping: {} }, 0);
    await server.store.categorySources.note(1, 'list', { listHash: 'x' }, 0);
    const lookUp = () => server.call('GET', '/v1/categories/lookup?domain=pornhub.com');
    const asked = Array.from({ length: 12 }, lookUp);
    const refused = await Promise.race(asked);
    hasFields(t, refused, { status: 503, body: { code: 'unavailable' } });
    t.match(refused.headers.get('retry-after'), /^\d+$/);
    t.equal((await server.call('GET', '/v1/categories')).status, 200);
    let over = false;
    const answers = Promise.all(asked).finally(() => {
      over = true;
    });
    await until(
      () => {
        for (const answer of waiting.splice(0)) answer();
        return over;
      },
      { what: 'all answers' },
    );
    t.equal((await answers).filter(({ status }) => status === 200).length, 10);
  },
);
