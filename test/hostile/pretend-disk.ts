// Preloaded into the server of the stand: its disk has room for as long as the file that the variable names is not there.
import { existsSync } from 'node:fs';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { FULL_DISK } from './preloads.ts';

const GIGABYTE = 1_073_741_824;
const statfs = disk.statfs as (path: string) => ReturnType<typeof disk.statfs>;

disk.statfs = (async (path: string) => {
  const told = await statfs(path);
  if (!existsSync(process.env[FULL_DISK] ?? '')) return told;
  // Within the tenth that is kept.
  return { ...told, bsize: 1, blocks: 20 * GIGABYTE, bavail: GIGABYTE };
}) as typeof disk.statfs;
syncBuiltinESMExports();
