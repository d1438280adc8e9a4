import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable-file.ts';

/**
 * Makes a folder and the missing folders above it durably, so that files written durably into them survive a power cut. An existing folder
 * stays as it is. Folders are made one by one, because Node's recursive `mkdir` never returns where a file system answers ENOENT under an
 * existing parent, as procfs does.
 * @param mode permission bits of each folder made
 * @throws the system's error: EEXIST or ENOTDIR when a file stands in the way
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const folder = resolve(path);
  if (await isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) await makeFolder(above, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have made the folder first.
    if (!(await isFolder(folder))) throw error;
  }
  await syncNames(above);
}

/** Syncs a folder. If we may write to it but not read it, syncing is left to the file system. */
async function syncNames(folder: string): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
