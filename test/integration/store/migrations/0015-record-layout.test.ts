import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
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
    db.exec(`ALTER TABLE ${name} DROP COLUMN bypass; ALTER TABLE ${name} DROP COLUMN app;
    UPDATE record_partitions SET layout = 1`);
    db.close();

    const store = open();
    t.teardown(() => store.stop());
    await store.start();
    t.match(await storedRecords(store), [{ domain: 'old.example', bypass: null, app: null }]);
    const evasion = {
      domain: 'dns.example',
      reason: 'protection',
      action: 'block',
      bypass: 'doh',
      app: 'curl',
    } as const;
    await store.telemetry.appendActivity([received(now + 1, evasion)]);
    const [newer, older] = await storedRecords(store);
    t.match(newer, evasion);
    t.match(older, { domain: 'old.example', bypass: null, app: null });
  },
);
