import { silentLog } from '../../kit/log.ts';
import { dataLayout } from '../../server/data-folder/layout.ts';
import { prepareDataFolder } from '../../server/data-folder/prepare.ts';
import { schoolStore } from '../../server/school/school-store.ts';

/** Makes a data folder as a server that has run there leaves it: with a database, and nobody in it. */
export async function makeBegunFolder(dataDir: string): Promise<void> {
  const layout = dataLayout(dataDir);
  await prepareDataFolder(layout);
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  await store.stop();
}
