import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinuxTarget } from '../executable/node-packages.ts';
import { runProgram } from '../run-program.ts';
import type { DebianComponent, PackageEntry } from '../system-package.ts';

/** What Node links, and the licences of it. No shell, no package manager: what is not there cannot be used by who breaks in. */
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'gcc-12-base'];
/** Of these packages; Node has time zones, certificate authorities and character sets of its own. */
const NOT_NEEDED = /^(etc|usr\/share\/(?!doc)|usr\/lib\/[^/]+\/(gconv|audit)\/)|\.(md|gz)$|changelog/;

const ARCHITECTURES: Readonly<Record<LinuxTarget, string>> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

export interface DebianBase {
  readonly entries: readonly PackageEntry[];
  readonly components: readonly DebianComponent[];
}

/**
 * The libraries of Debian that an image stands on, by this machine's sources of apt, which checks their signatures; for a processor that need not be this machine's.
 * @param folder is kept: what is there is taken, so that a second build has the same
 */
export async function debianBase(target: LinuxTarget, folder: string): Promise<DebianBase> {
  if (!existsSync(folder)) await fetchInto(folder, ARCHITECTURES[target]);
  const tree = join(folder, 'tree');
  return {
    entries: await entriesOf(tree),
    components: JSON.parse(await readFile(join(folder, 'packages.json'), 'utf8')),
  };
}

async function fetchInto(folder: string, architecture: string): Promise<void> {
  const work = `${folder}.new`;
  await rm(work, { recursive: true, force: true });
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'debs', 'tree'])
    await mkdir(join(work, name), { recursive: true });
  await writeFile(join(work, 'status'), '');
  const settings = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'Dir::State': join(work, 'state'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    // As root apt would download as another account, which may not write here.
    'APT::Sandbox::User': '',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (...args: readonly string[]): Promise<string> =>
    runProgram('apt-get', [...options, '--quiet', ...args], { cwd: join(work, 'debs') });
  await apt('update');
  await apt('download', ...PACKAGES);
  const components: DebianComponent[] = [];
  for (const name of (await readdir(join(work, 'debs'))).sort()) {
    const deb = join(work, 'debs', name);
    await runProgram('dpkg-deb', ['--extract', deb, join(work, 'tree')]);
    const [field, version] = (await runProgram('dpkg-deb', ['--show', deb])).trim().split('\t');
    const sha256 = (await runProgram('sha256sum', [deb])).slice(0, 64);
    components.push({ name: field ?? '', version: version ?? '', architecture, sha256 });
  }
  await writeFile(join(work, 'packages.json'), JSON.stringify(components));
  // Last: what is there is whole.
  await rename(work, folder);
}

async function entriesOf(tree: string): Promise<readonly PackageEntry[]> {
  const found = await readdir(tree, { recursive: true, withFileTypes: true });
  const entries: PackageEntry[] = [];
  for (const entry of found) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(tree.length);
    if (NOT_NEEDED.test(path.slice(1))) continue;
    if (entry.isSymbolicLink()) entries.push({ path, link: await readlink(file) });
    else if (entry.isFile()) entries.push({ path, mode: (await stat(file)).mode & 0o777, file });
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
