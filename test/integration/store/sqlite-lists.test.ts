import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import t from 'tap';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import type { DeviceFilter, DeviceSortField } from '../../../store/ports/devices.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { EXACT_TOTAL_LIMIT } from '../../../store/ports/list.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createLists } from '../../../store/sqlite/connection/list-query.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createTestStore } from '../../support/test-store.ts';

async function enrollMany(store: Store, count: number, ouPath: string): Promise<void> {
  const clock = createFakeClock();
  const ids = createIdSource({ clock, random: systemRandom });
  await store.transaction(async (tx) => {
    const ou = await tx.ous.ensurePath(1, ouPath, clock.now());
    for (let n = 0; n < count; n++) {
      const id = ids.next('dev');
      const hardware = {
        machineId: id,
        serial: null,
        hostname: `h${n}`,
        platform: 'linux',
        osVersion: '',
        manufacturer: null,
        model: null,
      } as const;
      await tx.devices.enroll({
        id,
        organisationId: 1,
        ouId: ou.id,
        publicKey: 'k',
        agentVersion: '1',
        now: clock.now(),
        hardware,
      });
    }
  });
}

t.test(
  'totals are exact to 10,000; beyond, one is counted and told again as an estimate for ten seconds',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    await enrollMany(store, EXACT_TOTAL_LIMIT, '/Many');
    const total = async (filter: DeviceFilter) => {
      const query: ListQuery<DeviceFilter, DeviceSortField> = {
        organisationId: 1,
        filter,
        sort: [],
        limit: 1,
        from: { kind: 'page', page: 1 },
      };
      const page = await store.devices.list(query);
      return { total: page.total, estimate: page.totalIsEstimate };
    };
    t.same(await total({}), { total: 10_000, estimate: false });
    await enrollMany(store, 1, '/Few');
    t.same(await total({}), { total: 10_001, estimate: false });
    await enrollMany(store, 1, '/Few');
    t.same(await total({}), { total: 10_001, estimate: true }, 'ten seconds old at most');
    t.same(await total({ ouPaths: ['/Few'] }), { total: 2, estimate: false }, 'a filter has its own total');
    t.same(await total({ ouPaths: ['/Many'] }), { total: 10_000, estimate: false });
    await clock.advance(10_000);
    t.same(await total({}), { total: 10_002, estimate: false });
  },
);

t.test('of a list without end no more than 100,000 rows are counted', (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  db.exec(`CREATE TABLE things (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
      INSERT INTO things SELECT printf('thg_%06d', i), i FROM n`);
  const lists = createLists({ db, clock: createFakeClock() });
  const total = (before: number) => {
    const { total, totalIsEstimate } = lists.read<{ id: string; at: number }, 'at'>(
      {
        table: 'things',
        columns: sql.raw('*'),
        sortable: { at: { column: 'at', nullable: false } },
        conditions: [sql`at <= ${before}`],
      },
      { organisationId: 1, filter: { before }, sort: [], limit: 1, from: { kind: 'page', page: 1 } },
    );
    return { total, totalIsEstimate };
  };
  t.same(total(100_000), { total: 100_000, totalIsEstimate: false });
  t.same(total(100_001), { total: 100_000, totalIsEstimate: true });
  t.end();
});
