import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Categories, createCategories } from '../../../../api/categories/categories.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { CATEGORY_PROGRAM } from '../../../support/child-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { type ShippedInTest, writeShipped } from '../../../support/shipped-names.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';
import { startListServer } from './list-server.ts';

const SUGGESTIONS = '/v1/categories/suggestions';

/** A server with categories on a folder of its own, and these names shipped. */
async function startSchool(t: Test, shipped: ShippedInTest = {}) {
  const folder = await temporaryFolder(t);
  const shippedFile = await writeShipped(folder, shipped);
  const made: Categories[] = [];
  const server = await startRestServer(t, {
    withStore(store) {
      const categories = createCategories({
        ...{ store, folder: join(folder, 'categories'), shippedFile },
        ...{ clock: systemClock, random: systemRandom, log: silentLog },
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
  const { categoriesOf } = categories.lookup;
  const suggest = (domain: string, category: string, kind: string) =>
    server.call('POST', SUGGESTIONS, { body: { domain, category, kind } });
  return {
    ...server,
    categories,
    categoriesOf,
    suggest,
    decide: (id: string, status: string) =>
      server.call('PATCH', `${SUGGESTIONS}/${id}`, { body: { status } }),
    /** Until the index in use says so. */
    is: (name: string, expected: readonly string[]) =>
      until(() => categoriesOf(name).join() === expected.join(), { what: `${name} in ${expected.join()}` }),
    hash: async () => (await server.store.categoryIndexes.current(1))?.hash,
  };
}

t.test(
  'an accepted suggestion adds a name, which devices get and a look-up shows; a declined one takes it back',
  async (t) => {
    const school = await startSchool(t);
    const first = await school.hash();
    const made = await school.suggest('*.Play.Example.', 'games', 'missing');
    hasFields(t, made, { status: 201, body: { domain: 'play.example', status: 'open', decidedAt: null } });
    t.equal(made.headers.get('location'), `${SUGGESTIONS}/${made.body.id}`);
    hasFields(t, await school.suggest('play.example', 'games', 'missing'), {
      status: 409,
      body: { code: 'already_exists', existingId: made.body.id },
    });
    t.same(school.categoriesOf('play.example'), [], 'nothing before somebody decides');

    const accepted = await school.decide(made.body.id, 'accepted');
    hasFields(t, accepted, { status: 200, body: { status: 'accepted', decidedBy: /^key_/ } });
    await school.is('www.play.example', ['games']);
    t.not(await school.hash(), first, 'another index');
    const found = await school.call('GET', '/v1/categories/lookup?domain=www.play.example');
    t.same(found.body.categories, [
      {
        id: 'games',
        name: 'Games',
        matches: [{ name: 'play.example', source: 'suggestions', readAt: null }],
      },
    ]);
    hasFields(t, await school.call('GET', `${SUGGESTIONS}?status=accepted`), {
      body: { total: 1, data: [{ id: made.body.id }] },
    });
    hasFields(t, await school.call('GET', `${SUGGESTIONS}?status=open`), { body: { total: 0 } });

    t.equal((await school.decide(made.body.id, 'declined')).status, 200);
    await school.is('play.example', []);
    t.equal(await school.hash(), first, 'the first index again');
    const entries = await school.store.audit.list({
      organisationId: 1,
      filter: {},
      sort: [],
      limit: 50,
      from: { kind: 'page', page: 1 },
    });
    const actions = entries.rows.map(({ action, actor }) => `${action} ${actor.slice(0, 4)}`).join();
    for (const action of ['created', 'accepted', 'declined'])
      hasText(t, actions, `category_suggestion.${action} key_`);
  },
);

t.test('a wrong name goes out of what ships and out of lists, and keeps its other categories', async (t) => {
  const web = await startListServer(t);
  const school = await startSchool(t, { 'both.example': ['games', 'adult'], 'near.example': ['games'] });
  web.serve('both.example\nbelow.both.example\nother.example\n', '"1"');
  const list = { id: 'list', format: 'plain', category: 'games', location: web.url };
  await school.call('POST', '/v1/categories/sources', { body: list });
  await school.call('POST', '/v1/categories/sources/list/update');
  await school.is('other.example', ['games']);
  hasFields(t, await school.suggest('below.both.example', 'games', 'wrong'), {
    status: 422,
    body: { detail: /“both\.example” above it/ },
  });
  const made = await school.suggest('both.example', 'games', 'wrong');
  await school.decide(made.body.id, 'accepted');
  await school.is('both.example', ['adult']);
  t.same(school.categoriesOf('near.example'), ['games']);
  t.same(school.categoriesOf('below.both.example'), ['adult', 'games'], 'that very name alone');
  const found = await school.call('GET', '/v1/categories/lookup?domain=both.example');
  hasFields(t, found.body.categories, [{ id: 'adult', matches: [{ source: 'schoolgate' }] }]);
  t.equal(found.body.categories.length, 1);

  // Of two about the same the later counts.
  const back = await school.suggest('both.example', 'games', 'missing');
  await school.decide(back.body.id, 'accepted');
  await school.is('both.example', ['adult', 'games']);
});

t.test('what could change nothing, and what no category may hold, is refused in words', async (t) => {
  const school = await startSchool(t, { 'known.example': ['games'] });
  const refused: readonly [number, string, string, string, string][] = [
    [422, 'in_category', 'www.known.example', 'games', 'missing'],
    [422, 'not_in_category', 'known.example', 'adult', 'wrong'],
    [422, 'name_above', 'www.known.example', 'games', 'wrong'],
    [422, 'unknown_category', 'new.example', 'nonsense', 'missing'],
    [400, 'public_suffix', 'co.uk', 'games', 'missing'],
    [400, 'crisis_help', 'samaritans.org', 'adult', 'missing'],
    [400, 'address', '192.0.2.1', 'games', 'missing'],
    [400, 'no_host', 'a b', 'games', 'missing'],
  ];
  for (const [status, code, domain, category, kind] of refused)
    hasFields(
      t,
      await school.suggest(domain, category, kind),
      {
        status,
        body: { errors: [{ pointer: code === 'unknown_category' ? '#/category' : '#/domain', code }] },
      },
      `${code} ${domain}`,
    );
  hasFields(
    t,
    await school.suggest('wikipedia.org', 'games', 'missing'),
    { status: 201 },
    'a person decides',
  );
});

t.test('a teacher of a part of the school suggests, and who reaches all of it decides', async (t) => {
  const school = await startSchool(t);
  const body = { domain: 'play.example', category: 'games', kind: 'missing' };
  const teacher = await signedIn(school, 'teacher', { ou: '/High' });
  const made = await teacher.call('POST', SUGGESTIONS, body);
  hasFields(t, made, { status: 201, body: { createdBy: teacher.account.id } });
  const path = `${SUGGESTIONS}/${made.body.id}`;
  const accept = { status: 'accepted' };
  hasFields(t, await teacher.call('PATCH', path, accept), { status: 403 });
  const part = await school.makeKey({ ouPath: '/High' });
  hasFields(t, await school.call('PATCH', path, { body: accept, key: part.key }), {
    status: 403,
    body: { code: 'ou_not_permitted' },
  });
  const reader = await school.makeKey({ scopes: ['policies:read'] });
  hasFields(t, await school.call('POST', SUGGESTIONS, { body, key: reader.key }), { status: 403 });
  hasFields(t, await school.call('GET', path, { key: reader.key }), {
    status: 200,
    body: { status: 'open' },
  });
  const owner = await signedIn(school, 'owner');
  hasFields(t, await owner.call('PATCH', path, accept), {
    status: 200,
    body: { status: 'accepted', decidedBy: owner.account.id },
  });
});

t.test('twenty a day and person, and a thousand that wait', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const suggest = (domain: string, key: string) =>
    server.call('POST', SUGGESTIONS, { body: { domain, category: 'games', kind: 'missing' }, key });
  for (let at = 0; at < 20; at++)
    t.equal((await suggest(`play-${at}.example`, server.key)).status, 201, String(at));
  hasFields(t, await suggest('one-more.example', server.key), {
    status: 422,
    body: { detail: /20 suggestions a day/ },
  });
  const other = await server.makeKey();
  t.equal((await suggest('one-more.example', other.key)).status, 201, 'another person');
  await server.store.transaction(async (tx) => {
    for (let at = 21; at < 1_000; at++)
      await tx.categorySuggestions.create({
        ...{ id: server.ids.next('sug'), organisationId: 1, domain: `wait-${at}.example`, category: 'games' },
        ...{ kind: 'missing', note: null, createdBy: 'acc_x', createdAt: clock.now() },
      });
  });
  hasFields(t, await suggest('too-many.example', other.key), {
    status: 422,
    body: { detail: /1000 suggestions wait/ },
  });
});
