import { systemClock } from '../../kit/clock.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import { createIdSource, type IdSource, systemRandom } from '../../kit/random.ts';
import type { Store } from '../../store/ports/store.ts';
import { backUpBeforeUpgrade } from '../backup/before-upgrade.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { existingDataDir } from '../data-folder/existing-school.ts';
import { type DataLayout, dataLayout } from '../data-folder/layout.ts';
import { prepareDataFolder } from '../data-folder/prepare.ts';
import { folderStore } from '../data-folder/store-adapter.ts';

/** What a command on a school's data gets, beside a running server or without one. */
export interface School {
  readonly layout: DataLayout;
  readonly store: Store;
  readonly ids: IdSource;
}

/** The database of a data folder, not started yet. */
export function schoolStore(layout: DataLayout, log: Log): { readonly store: Store; readonly ids: IdSource } {
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  return { store: folderStore(layout).createStore({ clock: systemClock, ids, log }), ids };
}

/** Opens an existing school, does some work, and closes it in any case. @throws OperatorError when there is none: only the server makes one */
export async function withSchool<T>(
  config: Pick<LoadedConfig, 'settings' | 'chosen'>,
  work: (school: School) => Promise<T>,
): Promise<T> {
  const layout = dataLayout(existingDataDir(config));
  await prepareDataFolder(layout);
  if (config.settings.backupBeforeUpgrade)
    await backUpBeforeUpgrade({ layout, clock: systemClock, log: silentLog });
  const { store, ids } = schoolStore(layout, silentLog);
  await store.start();
  try {
    return await work({ layout, store, ids });
  } finally {
    await store.stop();
  }
}
