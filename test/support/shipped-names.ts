import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { encodeShippedNames } from '../../contracts/categories/shipped-names.ts';

/** Names that ship, with their categories. */
export type ShippedInTest = Readonly<Record<string, readonly string[]>>;

/** The bytes of shipped names with these alone, so that no test depends on what really ships, or waits for it. */
export function shippedBytes(names: ShippedInTest = {}): Uint8Array {
  return encodeShippedNames({ categories: CATEGORY_IDS, names: Object.entries(names) });
}

/** The same as a file in a folder. */
export async function writeShipped(folder: string, names?: ShippedInTest): Promise<string> {
  const file = join(folder, 'shipped-names.bin');
  await writeFile(file, shippedBytes(names));
  return file;
}
