import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that others may be reading: they see the whole old or the whole new file. An unchanged file is not written. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(bytes) === true) return;
  await mkdir(dirname(path), { recursive: true });
  const made = `${path}.${process.pid}`;
  await writeFile(made, bytes);
  await rename(made, path);
}
