import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { encodeShippedNames } from '../../contracts/categories/shipped-names.ts';
import { temporaryFolder } from './test-store.ts';

/** The bytes of shipped names with these alone, so that no test depends on what really ships. */
export function shippedBytes(names: Readonly<Record<string, readonly string[]>> = {}): Uint8Array {
  return encodeShippedNames({ categories: CATEGORY_IDS, names: Object.entries(names) });
}

/** The same as a file. */
export async function shippedFileOf(
  t: Test,
  names?: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const file = join(await temporaryFolder(t), 'shipped-names.bin');
  await writeFile(file, shippedBytes(names));
  return file;
}
