// `node installer/executable/fetch-node.ts [TARGET …]` fetches them beforehand, for a machine that will have no internet.
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fetchPackage } from '../npm-package.ts';
import { NODE_PACKAGES, NODE_VERSION, type NodePackage, TARGETS, type Target } from './node-packages.ts';

/** The files of Node for one target. */
export interface FetchedNode {
  readonly program: string;
  /** Node's licence and those of all that it contains. */
  readonly licence: string;
}

/**
 * Fetches Node for a target from the npm registry, once.
 * @throws Error when what came is not what is pinned
 */
export async function fetchNode(target: Target): Promise<FetchedNode> {
  const wanted: NodePackage = NODE_PACKAGES[target];
  const { name, integrity } = wanted;
  const files = [wanted.program, 'LICENSE'];
  const folder = await fetchPackage({ name, version: NODE_VERSION, integrity, files });
  const program = join(folder, wanted.program);
  await chmod(program, 0o755);
  const sha256 = createHash('sha256')
    .update(await readFile(program))
    .digest('hex');
  if (sha256 !== wanted.sha256)
    throw new Error(`${program} has the SHA-256 ${sha256}; pinned is ${wanted.sha256}`);
  const licence =
    wanted.licenceOf === undefined ? join(folder, 'LICENSE') : (await fetchNode(wanted.licenceOf)).licence;
  return { program, licence };
}

/**
 * A home folder in which pkg finds the programs that we have checked, and downloads none. It skips a download when the archive and a file `.ok` beside it are there, and unpacking likewise.
 * @param home an empty folder
 */
export async function seedPkgCache(home: string, target: Target, { program }: FetchedNode): Promise<void> {
  const unpacked = join(home, '.pkg-cache/sea', `node-v${NODE_VERSION}-${target}`);
  const isWindows = target.startsWith('win-');
  const node = isWindows ? `${unpacked}.exe` : join(unpacked, 'bin/node');
  const archive = `${unpacked}.${isWindows ? 'zip' : 'tar.gz'}`;
  await mkdir(dirname(node), { recursive: true });
  await writeFile(node, await readFile(program), { mode: 0o755 });
  for (const empty of [`${node}.ok`, archive, `${archive}.ok`]) await writeFile(empty, '');
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(TARGETS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${TARGETS.join(', ')}`);
  for (const target of TARGETS) if (names.length === 0 || names.includes(target)) await fetchNode(target);
}
