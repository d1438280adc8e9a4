import t from 'tap';
import { type KnownSource, RECOMMENDED_SOURCES } from '../../../api/categories/known-sources.ts';
import { silentLog } from '../../../kit/log.ts';
import { wantsRecommended } from '../../../server/cli/run-server.ts';
import { createRecommendedLists } from '../../../server/school/recommended-lists.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { startListServer } from '../api/categories/list-server.ts';
import { createCategoryWorld } from '../api/categories/world.ts';

const HOUR = 3_600_000;

t.test(
  'recommended lists are fetched in the background, and again an hour later where they could not be',
  async (t) => {
    const lists = await startListServer(t);
    const world = await createCategoryWorld(t);
    const clock = createFakeClock();
    const [first] = RECOMMENDED_SOURCES;
    if (first === undefined) throw new Error('nothing is recommended');
    const recommended: readonly KnownSource[] = [
      { ...first, id: 'recommended', location: lists.url, format: 'plain', category: 'gambling' },
    ];
    await world.add({ id: 'own', location: '/srv/missing.txt' });
    const service = createRecommendedLists({ ...world, clock, log: silentLog, recommended });
    t.teardown(() => service.stop());
    await service.start();
    await until(async () => (await world.source('recommended')).state === 'failed', {
      what: 'the first try',
    });
    lists.serve('casino.example\n', '"1"');
    await until(() => clock.pending() > 0, { what: 'the wait for the next try' });
    await clock.advance(HOUR);
    await until(async () => (await world.source('recommended')).state === 'current', {
      what: 'the second try',
    });
    t.same(await world.categoriesOf('www.casino.example'), ['gambling']);
    t.equal((await world.source('own')).state, 'new', 'other sources wait for the night');
    const { rows } = await world.store.audit.list({
      organisationId: 1,
      filter: {},
      sort: [],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.same(rows.map(({ actor, target }) => [target, actor]).sort(), [
      ['own', 'cli'],
      ['recommended', 'system'],
    ]);
  },
);

t.test('a school that has as many sources as it may starts all the same', async (t) => {
  const world = await createCategoryWorld(t);
  for (let number = 0; number < 100; number++)
    await world.add({ id: `own-${number}`, location: `/srv/${number}.txt` });
  const service = createRecommendedLists({
    ...world,
    clock: createFakeClock(),
    log: silentLog,
    updater: { update: () => Promise.reject(new Error('nothing is to be read')) },
  });
  t.teardown(() => service.stop());
  await service.start();
  t.equal((await world.store.categorySources.list(1)).length, 100);
});

t.test('they are fetched where the configuration or --yes says so, never unasked', async (t) => {
  const dataDir = await temporaryFolder(t);
  t.equal(await wantsRecommended({ categoriesRecommended: true, dataDir }, {}), true);
  t.equal(await wantsRecommended({ categoriesRecommended: false, dataDir }, { yes: true }), true);
  t.equal(await wantsRecommended({ categoriesRecommended: false, dataDir }, { json: true }), false);
});
