import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { removeDurably, writeDurably } from '../../kit/durable-file.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { sha256 } from '../../kit/signing.ts';
import type { Unpacker } from '../core/policy/bundle-keeper.ts';
import type { ContentStore } from '../ports/content-store.ts';

export interface ContentStoreOptions {
  /** Made when it is missing. */
  readonly folder: string;
  /** With its dot: `.json`. */
  readonly suffix: string;
  /** Permission bits of files and folder: private, unless another account is to read them. */
  readonly fileMode?: number;
  readonly folderMode?: number;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const HASH = /^[A-Za-z0-9_-]{43}$/;

/** The adapter over a folder of the agent's state. Whatever else lies in the folder, such as what a power cut left of a write, is removed by `keepOnly`. */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { folder, suffix, fileMode = PRIVATE_FILE, folderMode = PRIVATE_FOLDER } = options;
  const pathOf = (hash: string): string => {
    if (!HASH.test(hash)) throw new Error('not a hash');
    return join(folder, `${hash}${suffix}`);
  };
  const files = async (): Promise<readonly string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };
  const hashOf = (file: string): string | null => {
    const hash = file.endsWith(suffix) ? file.slice(0, -suffix.length) : '';
    return HASH.test(hash) ? hash : null;
  };

  return {
    pathOf,
    async list() {
      const found: { readonly hash: string; readonly writtenAt: number }[] = [];
      for (const file of await files()) {
        const hash = hashOf(file);
        if (hash !== null) found.push({ hash, writtenAt: (await stat(join(folder, file))).mtimeMs });
      }
      return found.sort((a, b) => b.writtenAt - a.writtenAt).map(({ hash }) => hash);
    },
    async read(hash) {
      try {
        const content = await readFile(pathOf(hash));
        return sha256(content) === hash ? content : null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    async save(hash, content) {
      await makeFolder(folder, folderMode);
      await writeDurably(pathOf(hash), content, fileMode);
    },
    async keepOnly(hashes) {
      for (const file of await files()) {
        const hash = hashOf(file);
        if (hash === null || !hashes.includes(hash)) await removeDurably(join(folder, file));
      }
    },
  };
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const unpack = promisify(gunzip);

/** Unpacks by zlib, off the main thread. */
export const zlibUnpacker: Unpacker = {
  gunzip: (packed, maxBytes) => unpack(packed, { maxOutputLength: maxBytes }),
};
