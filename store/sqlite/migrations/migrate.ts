import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { Fault, messageOf } from '../../../kit/fault.ts';

/** One step of the schema. */
export interface Migration {
  /** 1, 2, 3, … without a hole. */
  readonly number: number;
  readonly title: string;
  /** Statements; `:now` in them stands for the time of migrating (epoch milliseconds). */
  readonly sql: string;
}

interface AppliedRow {
  readonly number: number;
  readonly title: string;
  readonly checksum: string;
}

/**
 * Brings a database up to date: each missing migration in its own transaction, so that a crash between two of them leaves a database that the next
 * start takes further. Two processes may do it at the same time.
 * @returns the numbers that were applied now
 * @throws Fault unavailable, in one sentence, for a database of a newer version or one whose migrations differ from ours
 */
export function migrate(db: Database, migrations: readonly Migration[], now: number): readonly number[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (number INTEGER PRIMARY KEY, title TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  );
  const done: number[] = [];
  for (const migration of migrations) {
    const apply = db.transaction(() => {
      const applied = checkApplied(db, migrations);
      if (applied.has(migration.number)) return;
      run(db, migration, now);
      done.push(migration.number);
    });
    apply.immediate();
  }
  checkApplied(db, migrations);
  return done;
}

function checkApplied(db: Database, migrations: readonly Migration[]): ReadonlySet<number> {
  const rows = db
    .prepare<[], AppliedRow>('SELECT number, title, checksum FROM schema_migrations ORDER BY number')
    .all();
  for (const row of rows) {
    const own = migrations.find(({ number }) => number === row.number);
    if (own === undefined) {
      throw refusal(
        `The database ${db.name} was made by a newer Schoolgate (it has migration ${row.number} “${row.title}”, this version knows ${migrations.length}): start that version, or restore a backup.`,
      );
    }
    if (checksumOf(own) !== row.checksum) {
      throw refusal(
        `The database ${db.name} was made by another build of Schoolgate (its migration ${row.number} “${row.title}” differs from ours): start that build, or restore a backup.`,
      );
    }
  }
  return new Set(rows.map(({ number }) => number));
}

function run(db: Database, migration: Migration, now: number): void {
  try {
    db.exec(migration.sql.replaceAll(':now', String(now)));
  } catch (cause) {
    throw new Error(`migration ${migration.number} “${migration.title}” failed: ${messageOf(cause)}`, {
      cause,
    });
  }
  db.prepare('INSERT INTO schema_migrations (number, title, checksum, applied_at) VALUES (?, ?, ?, ?)').run(
    migration.number,
    migration.title,
    checksumOf(migration),
    now,
  );
}

const checksums = new WeakMap<Migration, string>();

/** Computed once: each migration is compared again before every one that follows it. */
function checksumOf(migration: Migration): string {
  const known = checksums.get(migration) ?? createHash('sha256').update(migration.sql).digest('hex');
  checksums.set(migration, known);
  return known;
}

function refusal(sentence: string): Fault {
  return new Fault('unavailable', sentence);
}
