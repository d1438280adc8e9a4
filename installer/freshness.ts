import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** SHA-256 over parts in their order, each with its length, in hexadecimal digits. */
export function digestOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex');
}

/**
 * Makes a file unless it is there and was made of the same. The digest is in a hidden file beside it, written last.
 * @param inputs digest of all that it is made of
 */
export async function keepFresh(file: string, inputs: string, make: () => Promise<void>): Promise<void> {
  const record = join(dirname(file), `.${basename(file)}.inputs`);
  const before = existsSync(file) ? await readFile(record, 'utf8').catch(() => '') : '';
  if (before === inputs) return;
  await rm(record, { force: true });
  await make();
  await writeFile(record, inputs);
}
