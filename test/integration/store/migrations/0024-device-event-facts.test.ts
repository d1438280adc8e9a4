import Sqlite from 'better-sqlite3';
import t from 'tap';
import { MIGRATIONS } from '../../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../../store/sqlite/migrations/migrate.ts';
import { keptDeviceEvent } from '../../../../store/sqlite/records/telemetry.ts';

const NOW = 1_795_168_800_000;

t.test('what students wrote leaves a school of before; what befell devices stays', async (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  migrate(
    db,
    MIGRATIONS.filter(({ number }) => number < 24),
    NOW,
  );
  const details = { what: 'x', user: 'ana@x.example', note: 'please', url: 'http://a.example/', ok: false };
  const kinds = [
    'lock_released',
    'refused',
    'tamper',
    'self_test',
    'protection',
    'violation',
    'game',
  ] as const;
  const events = [...kinds, ...(['bypass', 'repair', 'portal', 'access_request', 'fault'] as const)].map(
    (kind, index) => ({ id: `event-${index}`, at: index, kind, details }),
  );
  const insert = db.prepare('INSERT INTO device_events VALUES (?, ?, ?, 1, 5, ?)');
  for (const [index, event] of events.entries())
    insert.run(index + 1, 'dev_1', event.id, JSON.stringify(event));
  t.ok(migrate(db, MIGRATIONS, NOW).includes(24));
  const kept = db.prepare<[], string>('SELECT event FROM device_events ORDER BY number').pluck().all();
  t.same(
    kept.map((event) => JSON.parse(event)),
    events.map(keptDeviceEvent),
    'as what comes in from now on',
  );
});
