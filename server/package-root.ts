import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder above this file is the repository's root, or its `dist/` when this is the built file. */
const ABOVE = dirname(import.meta.dirname);
const ROOT = basename(ABOVE) === 'dist' ? dirname(ABOVE) : ABOVE;

/**
 * A file that ships beside the code (`dashboard/index.html`, `server/config/default.toml`), as an absolute path; the same from the sources and
 * from `dist/`, which does not hold it. @throws Error when it is missing
 */
export function shippedFile(path: string): string {
  const file = join(ROOT, path);
  if (!existsSync(file)) throw new Error(`${path} is missing from this installation: run "npm ci" again`);
  return file;
}
