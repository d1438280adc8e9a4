import Sqlite from 'better-sqlite3';
import t from 'tap';
import { MIGRATIONS } from '../../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../../store/sqlite/migrations/migrate.ts';
import { hasFields } from '../../../support/has-fields.ts';

const NOW = 1_795_168_800_000;

t.test('a school of before goes on where it stood', async (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  db.pragma('foreign_keys = ON');
  migrate(db, MIGRATIONS.slice(0, 9), NOW);
  db.exec(`
    UPDATE organisations SET event_sequence = 12;
    INSERT INTO organisations (id, name, kind, plan, timezone, account_domain, event_sequence)
      SELECT 2, 'Other', kind, plan, timezone, account_domain, 7 FROM organisations WHERE id = 1;
    INSERT INTO events VALUES ('evt_1', 1, 11, 'device.online', 1, NULL, '{}'), ('evt_2', 1, 12, 'device.online', 2, NULL, '{}');
    INSERT INTO webhooks (id, organisation_id, url, kind, events, enabled, signature, headers, created_at, updated_at)
      VALUES ('whk_1', 1, 'https://x.example/', 'standard', '["*"]', 1, 'hmac', '{}', 5, 6);
    INSERT INTO deliveries (id, organisation_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at, due_at, attempt_count)
      VALUES ('dlv_1', 1, 'whk_1', 'evt_1', 'device.online', 'retrying', 1, 9, 9, 3);
    INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms) VALUES ('dlv_1', 1, 2, 3);
  `);
  t.same(migrate(db, MIGRATIONS.slice(0, 10), NOW), [10]);
  t.same(
    db.prepare('SELECT event_floor FROM organisations ORDER BY id').pluck().all(),
    [10, 7],
    'what was purged before can be pulled no longer',
  );
  hasFields(t, db.prepare('SELECT * FROM webhooks').get(), { enabled_at: 5, disabled_told_at: null });
  hasFields(t, db.prepare('SELECT * FROM deliveries').get(), {
    scheduled_count: 3,
    manual_at: null,
    due_at: 9,
  });
  hasFields(t, db.prepare('SELECT * FROM delivery_attempts').get(), {
    triggered_by: 'scheduled',
    request_headers: '{}',
  });
});
