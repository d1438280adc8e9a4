import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { type Clock, delay, systemClock } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import { type IdSource, systemRandom } from '../../kit/random.ts';
import type { Context, Wake } from './connection/context.ts';
import { createLists } from './connection/list-query.ts';
import type { SqliteRepositories } from './connection/repository.ts';
import { type Migration, migrate } from './migrations/migrate.ts';
import { createRepositories, REPOSITORY_NAMES } from './repositories.ts';
import type { Engine } from './transactional-store.ts';

export type Durability = 'full' | 'normal';

export interface EngineOptions {
  readonly path: string;
  readonly durability: Durability;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** How long SQLite itself may wait for a lock (milliseconds). It blocks the whole process, so hardly at all: `beginImmediate` waits without blocking. */
const BLOCKING_WAIT_MS = 1;
/** Opening and migrating may block: nothing is served yet. */
const OPENING_WAIT_MS = 10_000;
/** How long a writer waits in all for another process (milliseconds), asking again at random intervals up to `ASK_AGAIN_MS`. */
const BUSY_WAIT_MS = 10_000;
const ASK_AGAIN_MS = 10;
/** Page cache of a connection, in KiB (negative is SQLite's sign for that unit): the rows of 50,000 devices. */
const CACHE_KIB = -65_536;

/** FULL: when a commit returns, its log is on the disk. NORMAL: a power cut may lose the last commits, a crash of the process none. */
const SYNCHRONOUS = { full: 'FULL', normal: 'NORMAL' } as const;

interface Opened {
  readonly writer: Database;
  readonly reader: Database;
  readonly writing: SqliteRepositories;
  readonly reading: SqliteRepositories;
}

/** SQLite in WAL mode: one connection that writes, and one that reads what is committed. */
export function createSqliteEngine({ path, durability, migrations, clock, ids }: EngineOptions): Engine {
  let opened: Opened | null = null;
  let wake: Wake | null = null;
  let forgetters: (() => void)[] = [];
  let synchronous = SYNCHRONOUS[durability];

  const connections = (): Opened => {
    if (opened === null)
      throw new Fault('unavailable', 'The server is not running.', { internal: 'the database is not open' });
    return opened;
  };
  const context = (db: Database): Context => ({
    db,
    ids,
    now: () => clock.now(),
    wake: (wakeUp) => wake?.(wakeUp),
    onRollback: (forget) => void forgetters.push(forget),
    lists: createLists({ db, clock }),
  });

  return {
    open() {
      const writer = openWriter(path, durability);
      synchronous = SYNCHRONOUS[durability];
      try {
        migrate(writer, migrations, clock.now());
        writer.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`);
        const reader = openReader(path);
        opened = {
          writer,
          reader,
          writing: createRepositories(context(writer)),
          reading: createRepositories(context(reader)),
        };
      } catch (error) {
        writer.close();
        throw error;
      }
    },
    close() {
      const { writer, reader } = connections();
      opened = null;
      forgetters = [];
      reader.close();
      // The last connection to close also writes the log into the main file and removes it.
      writer.close();
    },
    names: REPOSITORY_NAMES,
    reader: () => connections().reading,
    async begin(heard, { importance = 'durable' }) {
      const wanted = importance === 'durable' ? SYNCHRONOUS[durability] : SYNCHRONOUS.normal;
      if (wanted !== synchronous) connections().writer.exec(`PRAGMA synchronous = ${wanted}`);
      synchronous = wanted;
      await beginImmediate(() => connections().writer);
      wake = heard;
      return connections().writing;
    },
    commit() {
      connections().writer.exec('COMMIT');
      wake = null;
    },
    rollback() {
      wake = null;
      const { writer } = connections();
      // On a full disk SQLite has undone it itself.
      if (writer.inTransaction) writer.exec('ROLLBACK');
      for (const forget of forgetters) forget();
    },
    check: () => void connections().reader.prepare('SELECT count(*) FROM schema_migrations').get(),
    reusableBytes() {
      const { reader } = connections();
      const [pages, size] = [
        reader.pragma('freelist_count', { simple: true }),
        reader.pragma('page_size', { simple: true }),
      ];
      return Number(pages) * Number(size);
    },
    translate: storageFault,
  };
}

function openWriter(path: string, durability: Durability): Database {
  createPrivately(path);
  const db = new Sqlite(path, { timeout: OPENING_WAIT_MS });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${SYNCHRONOUS[durability]}`);
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    db.pragma(`cache_size = ${CACHE_KIB}`);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

function openReader(path: string): Database {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: OPENING_WAIT_MS });
  db.pragma('query_only = ON');
  db.pragma('temp_store = MEMORY');
  db.pragma(`cache_size = ${CACHE_KIB}`);
  return db;
}

/** Nobody but its owner may read the database; SQLite gives its log the same permission. An existing file keeps its own. */
function createPrivately(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

function cannotOpen(path: string, cause: unknown): Fault {
  const detail = `The database ${path} cannot be opened: ${messageOf(cause)}.`;
  return new Fault('unavailable', detail, { cause });
}

/** Takes the write lock. Another process may hold it: then it is asked for again and again, and the process goes on meanwhile. */
async function beginImmediate(writer: () => Database): Promise<void> {
  // The other process lives in real time, whatever clock the store was given.
  const deadline = systemClock.monotonic() + BUSY_WAIT_MS;
  for (;;) {
    try {
      writer().exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() >= deadline) throw error;
    }
    await delay(systemClock, 1 + ASK_AGAIN_MS * systemRandom.fraction());
  }
}

/** Messages for callers about failures that they did not cause, by the primary result code of SQLite (https://sqlite.org/rescode.html). */
const DETAILS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The server’s disk is full; nothing of this request was stored.',
  SQLITE_IOERR: 'The server’s disk has failed; nothing of this request was stored.',
  SQLITE_BUSY: 'Another program keeps the database locked; nothing of this request was stored.',
  SQLITE_LOCKED: 'Another program keeps the database locked; nothing of this request was stored.',
  SQLITE_READONLY: 'The server’s database cannot be written; nothing of this request was stored.',
  SQLITE_CANTOPEN: 'The server’s database cannot be opened.',
  SQLITE_CORRUPT: 'The server’s database is damaged.',
  SQLITE_NOTADB: 'The server’s database file is not a database.',
  SQLITE_NOMEM: 'The server is out of memory; nothing of this request was stored.',
};

/** The error for callers: a failure of the storage becomes a Fault `unavailable` with the failure as its cause; anything else stays what it is. */
function storageFault(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const primary = Object.keys(DETAILS).find(
    (code) => error.code === code || error.code.startsWith(`${code}_`),
  );
  if (primary === undefined) return error;
  return new Fault('unavailable', DETAILS[primary] ?? 'The server cannot store anything right now.', {
    internal: `${error.code}: ${error.message}`,
    cause: error,
  });
}

/** Whether another connection holds the lock, so that waiting helps. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    (error.code === 'SQLITE_BUSY' || error.code.startsWith('SQLITE_BUSY_'))
  );
}
