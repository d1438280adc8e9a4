import { fileURLToPath } from 'node:url';
import Sqlite, { type Database } from 'better-sqlite3';
import t from 'tap';
import { MIGRATIONS } from '../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../store/sqlite/migrations/migrate.ts';
import { goldenText } from '../../support/golden.ts';
import { hasFields } from '../../support/has-fields.ts';

const NOW = 1_795_168_800_000;

/** All that a database is made of: statements, and what the planner believes. */
function schemaOf(db: Database): readonly string[] {
  const statements = db
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name",
    )
    .pluck()
    .all();
  const beliefs = db
    .prepare("SELECT '-- ' || tbl || '.' || idx || ': ' || stat FROM sqlite_stat1 ORDER BY tbl, idx")
    .pluck()
    .all();
  return [...statements, ...beliefs].map(String);
}

/** What a migration makes of a schema: statements that are new, then the first lines of those that are gone or were changed. */
function changeOf(before: readonly string[], after: readonly string[]): string {
  const made = after.filter((statement) => !before.includes(statement));
  const gone = before.filter((statement) => !after.includes(statement));
  const first = (statement: string) => statement.split('\n')[0] ?? '';
  return `${[...made, ...gone.map((statement) => `-- no longer: ${first(statement)}`)].join(';\n')}\n`;
}

/** The committed change of a migration; that of a released one stays as it is. */
function golden(name: string, change: string): string {
  return goldenText(fileURLToPath(new URL(`./schema/${name}.sql`, import.meta.url)), change);
}

t.test('each migration changes the schema before it exactly as is committed', async (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  let before: readonly string[] = [];
  for (const [index, { number, title }] of MIGRATIONS.entries()) {
    t.equal(number, index + 1, 'numbers have no hole');
    t.same(migrate(db, MIGRATIONS.slice(0, number), NOW), [number], 'it alone is applied');
    const after = schemaOf(db);
    const change = changeOf(before, after);
    const name = `${String(number).padStart(4, '0')}-${title.replaceAll(' ', '-')}`;
    t.equal(change, golden(name, change));
    before = after;
  }
  t.same(migrate(db, MIGRATIONS, NOW), [], 'nothing is applied twice');
});

t.test('what the planner is told names indexes that exist', (t) => {
  const db = new Sqlite(':memory:');
  migrate(db, MIGRATIONS, NOW);
  const unknown = db
    .prepare('SELECT idx FROM sqlite_stat1 WHERE idx NOT IN (SELECT name FROM sqlite_schema)')
    .pluck()
    .all();
  t.same(unknown, []);
  db.close();
  t.end();
});

t.test('the data of the first migration is the default school with its root unit, made now', (t) => {
  const db = new Sqlite(':memory:');
  migrate(db, MIGRATIONS, NOW);
  hasFields(t, db.prepare('SELECT * FROM organisations').all(), [{ id: 1, name: 'My school', kind: 'live' }]);
  hasFields(t, db.prepare('SELECT * FROM ous').all(), [{ path: '/', parent_id: null, created_at: NOW }]);
  db.close();
  t.end();
});
