import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import type { BootTable } from './network-lock.ts';

/** `lock.nft` in the agent's state folder. */
export function createBootTable({ stateFolder }: { readonly stateFolder: string }): BootTable {
  const path = join(stateFolder, 'lock.nft');
  return {
    write: (table) => writeDurably(path, table),
    async remove() {
      // `restore` works without a state folder.
      if (existsSync(dirname(path))) await removeDurably(path);
    },
  };
}
