import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import type { DeviceFilter, DeviceSortField } from '../../../store/ports/devices.ts';
import type { Context } from '../../../store/sqlite/connection/context.ts';
import { createLists } from '../../../store/sqlite/connection/list-query.ts';
import { createDeviceList } from '../../../store/sqlite/devices/device-list.ts';
import { createDeviceSummary } from '../../../store/sqlite/devices/device-summary.ts';
import { MIGRATIONS } from '../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../store/sqlite/migrations/migrate.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** What SQLite does for the lists and summaries of a big school. */
function plans(t: Test) {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  migrate(db, MIGRATIONS, 1_795_168_800_000);
  // The planner reads what it is told of sizes when a connection opens.
  db.exec('ANALYZE sqlite_schema');
  const asked: string[] = [];
  const watched = {
    readonly: false,
    prepare(text: string) {
      asked.push(text);
      return db.prepare(text);
    },
  };
  const clock = createFakeClock();
  const lists = createLists({ db: watched as unknown as Context['db'], clock });
  const context = { lists, now: clock.now };
  const planOf = (): string => {
    const text = asked.find((one) => /^select (?!count)/.test(one)) ?? '';
    asked.length = 0;
    const values = Array((text.match(/\?/g) ?? []).length).fill(1);
    const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(values);
    return steps.map(({ detail }) => detail).join('; ');
  };
  return {
    list(field: DeviceSortField, filter: DeviceFilter = {}) {
      const sort = [{ field, descending: true }];
      const from = { kind: 'page', page: 1 } as const;
      createDeviceList(context).list.call({ organisationId: 1, filter, sort, limit: 1, from });
      return planOf();
    },
    summary() {
      createDeviceSummary(context).summary.call(1, {});
      return planOf();
    },
  };
}

t.test('each sort of devices reads its page from an index', (t) => {
  const fields = ['name', 'lastSeen', 'battery', 'status', 'protection', 'lock', 'user', 'ou'] as const;
  for (const field of fields) {
    // A new connection each: one keeps the statements that it has prepared.
    const plan = plans(t).list(field);
    t.match(plan, /USING INDEX/, field);
    t.notMatch(plan, /TEMP B-TREE/, `${field}: ${plan}`);
  }
  t.end();
});

t.test('devices that are not enforcing are found by their index, and all are counted by one', (t) => {
  t.match(plans(t).list('name', { protection: ['unprotected'] }), /USING INDEX devices_by_protection/);
  t.match(plans(t).list('name', { protection: ['enforcing'] }), /USING INDEX devices_by_name/);
  t.match(plans(t).summary(), /USING COVERING INDEX devices_by_report/);
  t.end();
});
