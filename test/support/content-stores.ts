import type { ContentStore } from '../../agent/ports/content-store.ts';
import { sha256 } from '../../kit/signing.ts';

/** A content store in memory, whose disk a test can fill and damage. */
export interface MemoryStore extends ContentStore {
  /** The latest written first. */
  readonly files: Map<string, Uint8Array>;
  full(on: boolean): void;
  damage(hash: string): void;
}

export function createMemoryStore(): MemoryStore {
  const files = new Map<string, Uint8Array>();
  let isFull = false;
  return {
    files,
    full(on) {
      isFull = on;
    },
    damage: (hash) => void files.set(hash, new Uint8Array([1])),
    list: async () => [...files.keys()].reverse(),
    async read(hash) {
      const content = files.get(hash);
      return content === undefined || sha256(content) !== hash ? null : content;
    },
    async save(hash, content) {
      if (isFull) throw new Error('ENOSPC: no space left on device');
      files.delete(hash);
      files.set(hash, content);
    },
    async keepOnly(hashes) {
      for (const hash of files.keys()) if (!hashes.includes(hash)) files.delete(hash);
    },
    pathOf: (hash) => `/store/${hash}`,
  };
}
