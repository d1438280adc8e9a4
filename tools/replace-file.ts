import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that others may be reading: they find the old one or the new one, whole. One that is the same stays. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(bytes) === true) return;
  await mkdir(dirname(path), { recursive: true });
  const made = `${path}.${process.pid}`;
  await writeFile(made, bytes);
  await rename(made, path);
}
