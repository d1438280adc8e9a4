import { closeSync, existsSync, fchmodSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { removeDurably, writeDurably } from '../../kit/durable-file.ts';
import type { Service } from '../../kit/lifecycle.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { DataLayout } from './layout.ts';

// How long a start waits for the lock: `doctor` holds it for a moment, another server for good.
const LOCK_WAIT_MS = 300;

/** Facts of a running server for other processes on this machine. */
export interface RunningServer {
  readonly pid: number;
  /** Where its dashboard and API are: `http://127.0.0.1:8080`. */
  readonly http: string;
  readonly httpPort: number;
  readonly mqttPort: number;
}

export interface ServerLock extends Service {
  /** Publishes where the server can be reached, for `schoolgate doctor` and `sign-in-link`. Only while the lock is held. */
  publish(server: RunningServer): Promise<void>;
}

/**
 * Prevents a second server on the same data folder. It is SQLite's lock on an empty file. The operating system releases it when the process dies in any way, so
 * there is nothing to clean up by hand.
 */
export function createServerLock(layout: DataLayout): ServerLock {
  let held: Database.Database | null = null;
  return {
    async start() {
      if (held !== null) return;
      held = takeLock(layout.lock);
      if (held !== null) return;
      const other = await readRunning(layout);
      const who =
        other === null
          ? 'Another Schoolgate server'
          : `A Schoolgate server (process ${other.pid}, ${other.http})`;
      throw new OperatorError(
        `${who} is already running on the data folder ${layout.root}: stop it first, or choose another with --data-dir.`,
      );
    },
    async stop() {
      if (held === null) return;
      const lock = held;
      held = null;
      try {
        await removeDurably(layout.running);
      } finally {
        lock.close();
      }
    },
    async publish(server) {
      if (held === null) throw new Error('the lock is not held');
      await writeDurably(layout.running, `${JSON.stringify(server)}\n`);
    },
  };
}

/** The server that runs on a data folder now; null when none does. */
export async function findRunningServer(layout: DataLayout): Promise<RunningServer | null> {
  if (!existsSync(layout.lock)) return null;
  const lock = takeLock(layout.lock);
  if (lock !== null) {
    lock.close();
    return null;
  }
  return readRunning(layout);
}

/** The open lock, or null when another process has it. */
function takeLock(file: string): Database.Database | null {
  makePrivate(file);
  const database = new Database(file, { timeout: LOCK_WAIT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (systemErrorCode(error)?.startsWith('SQLITE_BUSY') === true) return null;
    throw error;
  }
}

/** Whoever may open the file could hold the lock, and keep the server from starting. SQLite takes a file as it finds it. */
function makePrivate(file: string): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    fchmodSync(handle, 0o600);
  } finally {
    closeSync(handle);
  }
}

async function readRunning(layout: DataLayout): Promise<RunningServer | null> {
  try {
    return JSON.parse(await readFile(layout.running, 'utf8')) as RunningServer;
  } catch (error) {
    // Missing: it has not got that far yet. Not JSON: somebody wrote into it. Neither says who holds the lock.
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
