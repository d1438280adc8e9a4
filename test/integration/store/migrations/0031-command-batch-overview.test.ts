import Sqlite from 'better-sqlite3';
import t from 'tap';
import { MIGRATIONS } from '../../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../../store/sqlite/migrations/migrate.ts';

const NOW = 1_795_168_800_000;

t.test('batches of before are counted and placed, and their commands know the first that had them', (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  db.pragma('foreign_keys = OFF');
  migrate(
    db,
    MIGRATIONS.filter(({ number }) => number < 31),
    NOW,
  );
  const insert = db.prepare(
    `INSERT INTO commands (id, organisation_id, device_id, sequence, type, params, status, created_at, expires_at)
     VALUES (?, 1, 'dev_1', ?, 'lock', '{}', ?, 1, 2)`,
  );
  db.pragma('ignore_check_constraints = ON');
  const needed = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_info('devices') WHERE "notnull" AND dflt_value IS NULL`,
    )
    .pluck()
    .all()
    .filter((name) => !['id', 'organisation_id', 'ou_id'].includes(name));
  db.prepare(
    `INSERT INTO devices (id, organisation_id, ou_id, ${needed}) VALUES ('dev_1', 1, 'ou_00000000000000000000000001', ${needed.map(() => '0')})`,
  ).run();
  for (const [index, status] of ['queued', 'failed', 'failed', 'queued'].entries())
    insert.run(`cmd_${index}`, index, status);
  for (const id of ['bat_1', 'bat_2'])
    db.prepare("INSERT INTO command_batches VALUES (?, 1, 'lock', '[]', NULL, 1)").run(id);
  const member = db.prepare('INSERT INTO command_batch_members VALUES (?, ?)');
  for (const [batch, command] of [
    ['bat_1', 'cmd_0'],
    ['bat_1', 'cmd_1'],
    ['bat_1', 'cmd_2'],
    ['bat_2', 'cmd_0'],
  ])
    member.run(batch, command);
  t.ok(migrate(db, MIGRATIONS, NOW).includes(31));
  t.same(db.prepare('SELECT batch_id FROM commands ORDER BY id').pluck().all(), [
    'bat_1',
    'bat_1',
    'bat_1',
    null,
  ]);
  t.same(db.prepare('SELECT * FROM command_batch_counts ORDER BY batch_id, status').raw().all(), [
    ['bat_1', 'failed', 2],
    ['bat_1', 'queued', 1],
    ['bat_2', 'queued', 1],
  ]);
  t.same(db.prepare('SELECT batch_id, devices FROM command_batch_units ORDER BY batch_id').raw().all(), [
    ['bat_1', 3],
    ['bat_2', 1],
  ]);
  t.end();
});
