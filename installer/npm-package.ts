import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { ROOT } from '../tools/repository.ts';
import { runProgram } from './run-program.ts';

/** Kept by `npm ci`'s neighbours: it deletes the folder together with all packages. */
const CACHE = join(ROOT, 'node_modules/.cache/schoolgate-packages');

/** A package that only building needs, of a foreign platform or too large for everybody: it is never installed. */
export interface FetchedPackage {
  readonly name: string;
  readonly version: string;
  /** `dist.integrity` of the registry: SHA-512 of the tarball. */
  readonly integrity: string;
  /** What is unpacked of it, below `package/`; absent = all. */
  readonly files?: readonly string[];
}

/**
 * Fetches a package from the npm registry, once.
 * @returns its folder @throws Error when what came is not what is pinned
 */
export async function fetchPackage(wanted: FetchedPackage): Promise<string> {
  const folder = join(CACHE, `${wanted.name.replace('/', '-')}-${wanted.version}`);
  if (!existsSync(folder)) await fetchInto(folder, wanted);
  return folder;
}

async function fetchInto(folder: string, { name, version, integrity, files }: FetchedPackage): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, '.fetch-'));
  try {
    const spec = `${name}@${version}`;
    await runProgram('npm', ['pack', spec, '--silent', '--pack-destination', work], { cwd: work });
    const tarball = join(work, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    const found = `sha512-${createHash('sha512')
      .update(await readFile(tarball))
      .digest('base64')}`;
    if (found !== integrity) throw new Error(`${spec} has the integrity ${found}; pinned is ${integrity}`);
    const unpacked = join(work, 'unpacked');
    await mkdir(unpacked);
    const into = { file: tarball, cwd: unpacked, strip: 1 };
    if (files === undefined) await extract(into);
    else
      await extract(
        into,
        files.map((file) => `package/${file}`),
      );
    // Last: what is there is whole and checked.
    await rename(unpacked, folder).catch((error: unknown) => {
      // Another build was quicker.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
