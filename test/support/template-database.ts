import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations/all.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { ROOT } from './child-process.ts';
import { createFakeClock } from './fake-clock.ts';
import { wholeFolder } from './whole-folder.ts';

/** Stands in the template for the time of migrating. */
const MIGRATED_AT = 1_111_111_111_111;
/** What decides how a migrated database looks. */
const SOURCES = ['store/sqlite/migrations/migrate.ts', 'store/sqlite/engine.ts'];

interface Template {
  readonly database: Buffer;
  /** Statements that put the time of migrating into its places; `?` is that time. */
  readonly fill: readonly string[];
}

let template: Promise<Template> | null = null;

/**
 * Puts a database at `path` as a first start at `now` would make it, unless there is one: migrating takes longer than most tests of the store, and it is
 * migrated here only once for all runs. The migrations have their own tests, which do not come here.
 */
export async function placeMigratedDatabase(path: string, now: number): Promise<void> {
  if (existsSync(path)) return;
  template ??= readTemplate();
  const { database, fill } = await template;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'wx', 0o600));
  writeFileSync(path, database);
  const db = new Sqlite(path);
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => {
      for (const statement of fill) db.prepare(statement).run(now);
      db.prepare('UPDATE record_secret SET secret = randomblob(32)').run();
    })();
  } finally {
    db.close();
  }
}

async function readTemplate(): Promise<Template> {
  const hash = createHash('sha256').update(JSON.stringify(MIGRATIONS));
  for (const file of [...SOURCES, 'test/support/template-database.ts'])
    hash.update(readFileSync(join(ROOT, file)));
  const path = join(ROOT, `dist/test-database-${hash.digest('hex').slice(0, 16)}`);
  const folder = await wholeFolder(path, makeTemplate);
  return {
    database: readFileSync(join(folder, 'schoolgate.db')),
    fill: JSON.parse(readFileSync(join(folder, 'fill.json'), 'utf8')),
  };
}

async function makeTemplate(folder: string): Promise<void> {
  const path = join(folder, 'schoolgate.db');
  const clock = createFakeClock(MIGRATED_AT);
  const ids = createIdSource({ clock, random: systemRandom });
  const store = createSqliteStore({ path, clock, ids });
  await store.start();
  await store.stop();
  const db = new Sqlite(path);
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  const fill = tables.flatMap(({ name: table }) =>
    (db.pragma(`table_info("${table}")`) as { name: string }[])
      .filter(({ name }) =>
        db.prepare(`SELECT 1 FROM "${table}" WHERE "${name}" = ? LIMIT 1`).get(MIGRATED_AT),
      )
      .map(({ name }) => `UPDATE "${table}" SET "${name}" = ? WHERE "${name}" = ${MIGRATED_AT}`),
  );
  db.close();
  writeFileSync(join(folder, 'fill.json'), JSON.stringify(fill));
}
