import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import type { Store } from '../../store/ports/store.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { rerunning } from './rerun-store.ts';
import { noteDatabase } from './store-rows.ts';
import { placeMigratedDatabase } from './template-database.ts';

export interface TestStoreOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  /** The database file; default: a file in a new temporary folder. */
  readonly path?: string;
  /** `twice`: each body of a transaction runs twice, the first run undone (`rerunning`), so that a test notices one that may not be run again. Default: `once`. */
  readonly bodies?: 'once' | 'twice';
}

/**
 * A started SQLite store, stopped by teardown. It holds the default organisation and its root unit. Durability is `normal`: no
 * test cuts the power.
 */
export async function createTestStore(t: Test, options: TestStoreOptions = {}): Promise<Store> {
  const {
    clock = systemClock,
    log = silentLog,
    path = join(await temporaryFolder(t), 'schoolgate.db'),
    bodies = 'once',
  } = options;
  const ids = createIdSource({ clock, random: systemRandom });
  await placeMigratedDatabase(path, clock.now());
  const store = createSqliteStore({ path, clock, ids, log, durability: 'normal' });
  noteDatabase(store, path);
  t.teardown(() => store.stop());
  await store.start();
  return bodies === 'twice' ? rerunning(store) : store;
}

/** A new folder of this test's own, removed by teardown. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
