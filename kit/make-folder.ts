import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable-file.ts';

/**
 * Makes a folder and the missing ones above it so that they survive a power cut, and with them files written into them durably; an existing folder is left as
 * it is. One by one, because Node's own recursive `mkdir` never returns where a file system answers ENOENT under an existing parent, as procfs does.
 * @param mode permission bits of each folder made
 * @throws the system's error: EEXIST or ENOTDIR when a file is in the way
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

/** A folder that may be written but not read cannot be flushed: the file system decides. */
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
