import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../kit/operator-error.ts';
import type { DataLayout } from '../data-folder/layout.ts';

/** What `schoolgate backup` last made of this data folder, for `doctor`. */
export function lastBackupFile(layout: DataLayout): string {
  return join(layout.root, 'last-backup.json');
}

/** When that was (epoch milliseconds); null when never. */
export async function lastBackupAt(layout: DataLayout): Promise<number | null> {
  try {
    const { at } = JSON.parse(await readFile(lastBackupFile(layout), 'utf8')) as { readonly at?: unknown };
    const moment = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    return Number.isNaN(moment) ? null : moment;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
