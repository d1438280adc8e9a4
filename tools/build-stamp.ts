import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';
import { ROOT } from './repository.ts';

/** Of what the last build was made. */
const STAMP = join(ROOT, 'dist/build-stamp');

/** All that the built programs come from. `package-lock.json` stands for the packages. */
const SOURCES = [
  'agent',
  'api',
  'contracts',
  'dashboard',
  'gateway',
  'kit',
  'openapi/openapi.json',
  'package-lock.json',
  'sdk/node',
  'server',
  'store',
  'tools',
  'words',
];
const NOT_SOURCES = new Set(['node_modules', 'dist']);

/** Whether the programs in dist/ are of the present sources. */
export async function isBuilt(): Promise<boolean> {
  if (!existsSync(STAMP)) return false;
  return (await readFile(STAMP, 'utf8')) === (await sourcesHash());
}

/** Call it before a build: one that fails leaves no stamp. @returns call it when the build is whole */
export async function beginStamp(): Promise<() => Promise<void>> {
  await rm(STAMP, { force: true });
  const hash = await sourcesHash();
  return () => replaceFile(STAMP, Buffer.from(hash));
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of await filesOf(source))
      hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, path), { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return [path];
  const found: string[] = [];
  for (const { name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (!NOT_SOURCES.has(name)) found.push(...(await filesOf(`${path}/${name}`)));
  return found;
}
