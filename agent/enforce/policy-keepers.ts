import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import type { TargetState } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import type { Random } from '../../kit/random.ts';
import { type BundleKeeper, createBundleKeeper, type KeeperFault } from '../core/policy/bundle-keeper.ts';
import { createIndexKeeper, type IndexKeeper } from '../core/policy/index-keeper.ts';
import type { PolicySource } from '../ports/policy-source.ts';
import { createContentStore, zlibUnpacker } from '../state/content-store.ts';

/** Gets and keeps what the target state names by its hash: the bundle and the category index. */
export interface PolicyKeepers extends Service {
  readonly bundle: BundleKeeper;
  readonly index: IndexKeeper;
  want(target: TargetState): Promise<void>;
  /** The server can be reached again. */
  kick(): void;
}

export interface PolicyKeepersDependencies {
  /** Private to the agent. */
  readonly stateFolder: string;
  /** The worker reads here and does not write. */
  readonly sharedFolder: string;
  readonly source: PolicySource;
  /** The names of categories that ship with the agent. */
  readonly shipped: () => Promise<Uint8Array>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: () => void;
  readonly onFault: (fault: KeeperFault) => void;
}

const READABLE_FILE = 0o644;
const READABLE_FOLDER = 0o755;

export function createPolicyKeepers(deps: PolicyKeepersDependencies): PolicyKeepers {
  const { stateFolder, sharedFolder } = deps;
  const bundle = createBundleKeeper({
    ...deps,
    store: createContentStore({ folder: join(stateFolder, 'bundles'), suffix: '.json' }),
    unpacker: zlibUnpacker,
  });
  const index = createIndexKeeper({
    ...deps,
    store: createContentStore({
      folder: sharedFolder,
      suffix: '.index',
      fileMode: READABLE_FILE,
      folderMode: READABLE_FOLDER,
    }),
  });
  return {
    bundle,
    index,
    async start() {
      // The worker's account must be able to read the folder, whatever the umask of the service is.
      await makeFolder(sharedFolder, READABLE_FOLDER);
      if (process.platform !== 'win32') await chmod(sharedFolder, READABLE_FOLDER);
      await bundle.start();
      await index.start();
    },
    async want({ policy, categories }) {
      await bundle.want(policy);
      await index.want(categories);
    },
    kick() {
      bundle.kick();
      index.kick();
    },
    async stop() {
      await bundle.stop();
      await index.stop();
    },
  };
}

/**
 * Reads the names of categories that ship with this agent. They lie beside the built agent (tools/build.ts), or where the sources have them.
 * @throws the system's error where they are missing
 */
export async function readShippedFile(): Promise<Uint8Array> {
  const folder = import.meta.dirname;
  const places = [join(folder, 'shipped-names.bin'), join(folder, '../..', SHIPPED_NAMES_FILE)] as const;
  return readFile(places[0]).catch(() => readFile(places[1]));
}
