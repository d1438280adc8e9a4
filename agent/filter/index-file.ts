import { readFileSync } from 'node:fs';
import { type CategoryIndex, openCategoryIndex } from '../../contracts/categories/category-index.ts';

/**
 * Opens a category index file, read-only and whole: some 40 ms for five million names, once an update. Its bytes were checked against their signed hash
 * before the file got its name (core/policy/index-keeper.ts). The index before it is freed when nothing uses it any more.
 * @throws when it cannot be read, or is no category index
 */
export function openIndexFile(path: string): CategoryIndex {
  const bytes = readFileSync(path);
  return openCategoryIndex(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
