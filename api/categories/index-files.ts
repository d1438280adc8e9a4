import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../kit/durable-file.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import type { CompiledIndex } from './compile-index.ts';

/** The folders of index files and lists in the data folder. */
export interface CategoryFolders {
  readonly root: string;
  readonly indexes: string;
  readonly lists: string;
}

const PRIVATE = 0o700;
const NAME = /^([A-Za-z0-9_-]{43})\.(?:index|index\.gz|[A-Za-z0-9_-]{43}\.delta\.gz|list|json)$/;

export function categoryFolders(root: string): CategoryFolders {
  return { root, indexes: join(root, 'indexes'), lists: join(root, 'lists') };
}

/** Makes the folders that are missing. */
export async function makeCategoryFolders({ root, indexes, lists }: CategoryFolders): Promise<void> {
  for (const folder of [root, indexes, lists]) await makeFolder(folder, PRIVATE);
}

/** The file of an index. The same file as gzip lies beside it. */
export function indexFile({ indexes }: CategoryFolders, hash: string): string {
  return join(indexes, `${hash}.index`);
}

/** The gzip file (RFC 1952) that devices fetch. */
export function packedIndexFile(folders: CategoryFolders, hash: string): string {
  return `${indexFile(folders, hash)}.gz`;
}

/** The packed delta from one index to another. */
export function deltaFile({ indexes }: CategoryFolders, from: string, to: string): string {
  return join(indexes, `${to}.${from}.delta.gz`);
}

/** Writes an index, its gzip and its deltas: whole and durably, or not at all. */
export async function writeIndexFile(
  folders: CategoryFolders,
  { hash, bytes, packed, deltas }: Pick<CompiledIndex, 'hash' | 'bytes' | 'packed' | 'deltas'>,
): Promise<void> {
  await makeCategoryFolders(folders);
  for (const delta of deltas) await writeDurably(deltaFile(folders, delta.from, hash), delta.packed);
  await writeDurably(packedIndexFile(folders, hash), packed);
  await writeDurably(indexFile(folders, hash), bytes);
}

/** The bytes of an index, verified by its hash; null = the file is missing or damaged. It reads and hashes in pieces, so that other work can run in between. */
export async function readIndexFile(folders: CategoryFolders, hash: string): Promise<Uint8Array | null> {
  const stored = await openStored(indexFile(folders, hash));
  if (stored === null) return null;
  const bytes = new Uint8Array(stored.length);
  const digest = createHash('sha256');
  let length = 0;
  for await (const chunk of stored.stream() as AsyncIterable<Uint8Array>) {
    if (length + chunk.byteLength > bytes.byteLength) return null;
    bytes.set(chunk, length);
    length += chunk.byteLength;
    digest.update(chunk);
  }
  return length === bytes.byteLength && digest.digest('base64url') === hash ? bytes : null;
}

/** A file to stream, with its length; null = the file is missing. */
export async function openStored(
  path: string,
): Promise<{ readonly length: number; readonly stream: () => ReadStream } | null> {
  try {
    const { size } = await stat(path);
    return { length: size, stream: () => createReadStream(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes all files that the hashes do not name: older indexes and lists, and files that a crash left half-written. Call it only while nobody else updates. */
export async function sweepCategoryFiles(
  { indexes, lists }: CategoryFolders,
  keep: { readonly indexes: ReadonlySet<string>; readonly lists: ReadonlySet<string> },
): Promise<void> {
  for (const [folder, hashes] of [
    [indexes, keep.indexes],
    [lists, keep.lists],
  ] as const) {
    for (const name of await readdir(folder)) {
      // A delta is kept with the index that it produces. The index that it starts from may be missing here, such as the first index.
      const [, hash] = NAME.exec(name) ?? [];
      if (hash === undefined || !hashes.has(hash)) await rm(join(folder, name), { force: true });
    }
  }
}
