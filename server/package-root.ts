import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file that ships beside the code (`dashboard/index.html`, `server/config/default.toml`), as an absolute path. It is found from the
 * sources and from `dist/` alike, because only the repository's root holds it. @throws Error when it is in no folder above this one
 */
export function shippedFile(path: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, path);
    if (existsSync(file)) return file;
    if (dirname(folder) === folder)
      throw new Error(`${path} is missing from this installation: run "npm ci" again`);
  }
}
