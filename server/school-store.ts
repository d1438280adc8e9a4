import { systemClock } from '../kit/clock.ts';
import { type Log, silentLog } from '../kit/log.ts';
import { createIdSource, type IdSource, systemRandom } from '../kit/random.ts';
import type { Store } from '../store/ports/store.ts';
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { type DataLayout, dataLayout } from './data-folder/layout.ts';
import { prepareDataFolder } from './data-folder/prepare.ts';

/** What a command works with that runs beside a server, or without one. */
export interface School {
  readonly layout: DataLayout;
  readonly store: Store;
  readonly ids: IdSource;
}

/** The database of a data folder, not started yet. */
export function schoolStore(layout: DataLayout, log: Log): { readonly store: Store; readonly ids: IdSource } {
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  return { store: createSqliteStore({ path: layout.database, clock: systemClock, ids, log }), ids };
}

/** Opens the school of a data folder (made when it is missing), does some work, and closes it, whatever happens. */
export async function withSchool<T>(dataDir: string, work: (school: School) => Promise<T>): Promise<T> {
  const layout = dataLayout(dataDir);
  await prepareDataFolder(layout);
  const { store, ids } = schoolStore(layout, silentLog);
  await store.start();
  try {
    return await work({ layout, store, ids });
  } finally {
    await store.stop();
  }
}
