import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The folder at `path`, filled by `fill` if it is not there yet. It is filled beside its place and moved there when
 * complete, so another process never finds half of it; of two that fill at once, the first one's folder stays.
 */
export async function wholeFolder(path: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  if (existsSync(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const own = await mkdtemp(`${path}-`);
  try {
    await fill(own);
    await rename(own, path);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
  return path;
}
