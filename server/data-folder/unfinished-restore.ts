import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../kit/durable-file.ts';

/** The place of a restored data folder, complete and on the disk, between the moment when the old one was moved away and the moment when it takes its place. */
export function restoredFolder(root: string): string {
  return `${root}.restored`;
}

/**
 * Finishes a restore that was cut off between its two renames: without this the next start would find no data folder, and make a new, empty one.
 * @returns whether there was one
 */
export async function finishRestore(root: string): Promise<boolean> {
  if (existsSync(root) || !existsSync(restoredFolder(root))) return false;
  await rename(restoredFolder(root), root);
  await syncFolder(dirname(root));
  return true;
}
