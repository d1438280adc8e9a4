import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';

/**
 * Reads the names of categories that ship with this agent. They lie beside the bundle of one file (tools/build.ts), or where the sources have them and the build puts them.
 * @throws the system's error where they are missing
 */
export async function readShippedFile(): Promise<Uint8Array> {
  const folder = import.meta.dirname;
  const places = [join(folder, 'shipped-names.bin'), join(folder, '../..', SHIPPED_NAMES_FILE)] as const;
  return readFile(places[0]).catch(() => readFile(places[1]));
}
