import { readFile } from 'node:fs/promises';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import type { PfToken } from './network-lock.ts';

/** pf's token in a file of the agent's own folder. Lost, pf stays on until the next restart with nothing of ours in it: harmless. */
export function createPfTokenFile({ path }: { readonly path: string }): PfToken {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return /^\d{1,20}$/.test(text) ? text : null;
    },
    save: (token) => (token === null ? removeDurably(path) : writeDurably(path, token)),
  };
}
