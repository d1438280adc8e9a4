import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReader } from '../ports/file-reader.ts';

/** Reads files below a root: `/` for this computer, a folder of fixtures in tests. */
export function createFileReader({ root }: { readonly root: string }): FileReader {
  return {
    async readText(path) {
      try {
        return await readFile(join(root, path), 'utf8');
      } catch {
        // Whether the file is missing, private or was just removed, there is nothing to read.
        return null;
      }
    },
    async list(path) {
      try {
        return (await readdir(join(root, path))).sort();
      } catch {
        return [];
      }
    },
  };
}
