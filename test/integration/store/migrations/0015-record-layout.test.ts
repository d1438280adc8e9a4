import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { storedRecords } from '../../../support/stored-records.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

t.test(
  'a day that an older version has begun is read and written on, now with bypass and program',
  async (t) => {
    const clock = createFakeClock();
    const path = join(await temporaryFolder(t), 'schoolgate.db');
    const open = () =>
      createSqliteStore({
        path,
        clock,
        ids: createIdSource({ clock, random: systemRandom }),
        durability: 'normal',
      });
    const now = clock.now();
    const before = open();
    await before.start();
    await before.telemetry.appendActivity([received(now, { domain: 'old.example' })]);
    await before.stop();

    // As version 0.4 has left it.
    const db = new Sqlite(path);
    const name = db.prepare<[], string>('SELECT name FROM record_partitions').pluck().get();
    db.exec(`ALTER TABLE ${name} DROP COLUMN bypass; ALTER TABLE ${name} DROP COLUMN app; ALTER TABLE ${name} DROP COLUMN unproven;
    UPDATE record_partitions SET layout = 1`);
    db.close();

    const store = open();
    t.teardown(() => store.stop());
    await store.start();
    hasFields(t, await storedRecords(store), [{ domain: 'old.example', bypass: null, app: null }]);
    const evasion = {
      domain: 'dns.example',
      reason: 'protection',
      action: 'block',
      bypass: 'doh',
      app: 'curl',
    } as const;
    await store.telemetry.appendActivity([received(now + 1, evasion)]);
    const [newer, older] = await storedRecords(store);
    hasFields(t, newer, evasion);
    hasFields(t, older, { domain: 'old.example', bypass: null, app: null });
  },
);

t.test('days of both kinds that were begun before doubt was kept are read and written on', async (t) => {
  const clock = createFakeClock();
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const open = () =>
    createSqliteStore({
      path,
      clock,
      ids: createIdSource({ clock, random: systemRandom }),
      durability: 'normal',
    });
  const now = clock.now();
  const before = open();
  await before.start();
  await before.telemetry.appendActivity([
    received(now, { domain: 'old.example' }),
    received(now, { kind: 'search', title: 'old' }),
  ]);
  await before.stop();
  const db = new Sqlite(path);
  for (const name of db.prepare<[], string>('SELECT name FROM record_partitions').pluck().all())
    db.exec(`ALTER TABLE ${name} DROP COLUMN unproven`);
  db.exec('UPDATE record_partitions SET layout = 2');
  db.close();

  const store = open();
  t.teardown(() => store.stop());
  await store.start();
  await store.telemetry.appendActivity([
    { ...received(now + 1, { domain: 'new.example' }), unproven: true },
    { ...received(now + 1, { kind: 'search', title: 'new' }), unproven: true },
  ]);
  hasFields(t, await storedRecords(store), [
    { domain: 'new.example', unproven: true },
    { domain: 'old.example', unproven: false },
  ]);
  const { rows } = await store.records.activity({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'timestamp', descending: true }],
    limit: 10,
    range: { from: now - 1_000, to: now + 1_000 },
    from: { kind: 'page', page: 1 },
  });
  hasFields(t, rows, [
    { title: 'new', unproven: true },
    { title: 'old', unproven: false },
  ]);
});
