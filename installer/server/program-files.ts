import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SHIPPED_NAMES_FILE } from '../../contracts/categories/shipped-names.ts';
import { DASHBOARD_FOLDER } from '../../tools/dashboard.ts';
import { AGENT_PROGRAM, SERVER_FOLDER } from '../../tools/programs.ts';
import { ROOT } from '../../tools/repository.ts';
import { fetchNode } from '../executable/fetch-node.ts';
import type { Target } from '../executable/node-packages.ts';
import { heading } from '../notices.ts';
import { projectVersion } from '../project.ts';
import type { PackageEntry } from '../system-package.ts';
import { installModules } from './production-modules.ts';

/** Where the program lies on the machine that it is installed on. */
const HOME = '/usr/lib/schoolgate';
const DOC = '/usr/share/doc/schoolgate';

/** From the repository's root: what the built program reads beside itself (server/config/installation.ts). */
const READ_AT_RUN_TIME = [
  'server/bin/schoolgate.cjs',
  'server/package.json',
  'server/config/default.toml',
  'kit/launch.cjs',
  'openapi/openapi.json',
  'dist/openapi.yaml',
  SHIPPED_NAMES_FILE,
];
/** Whole folders of such files. What tools/build.ts made is among them, with the agent for the demonstration. */
const FOLDERS = [DASHBOARD_FOLDER, SERVER_FOLDER, dirname(AGENT_PROGRAM)];

export interface ServerProgram {
  /** All below {@link HOME} and the documentation, folders first named before what is in them. */
  readonly entries: readonly PackageEntry[];
  readonly components: readonly string[];
}

/**
 * The server with Node and all of npm's packages that it needs.
 * @param work a folder that is kept
 * @param command how a person calls it
 */
export async function serverProgram(target: Target, work: string, command: string): Promise<ServerProgram> {
  const node = await fetchNode(target);
  const staging = join(work, target, 'server');
  const modules = await installModules(target, staging);
  const own = [...READ_AT_RUN_TIME, ...(await Promise.all(FOLDERS.map(filesBelow))).flat()];
  const files: readonly PackageEntry[] = [
    { path: `${HOME}/node`, mode: 0o755, file: node.program },
    { path: `${HOME}/package.json`, mode: 0o644, text: manifest(command) },
    { path: `${HOME}/healthcheck.cjs`, mode: 0o644, file: join(import.meta.dirname, 'healthcheck.cjs') },
    ...own.map((file) => ({ path: `${HOME}/${file}`, mode: 0o644, file: join(ROOT, file) })),
    ...modules.files.map((file) => ({ path: `${HOME}/${file}`, mode: 0o644, file: join(staging, file) })),
    { path: `${DOC}/copyright`, mode: 0o644, file: join(ROOT, 'LICENSE') },
    { path: `${DOC}/shipped-names.md`, mode: 0o644, file: join(ROOT, 'docs/shipped-names.md') },
    {
      path: `${DOC}/third-party-notices.txt`,
      mode: 0o644,
      text: await noticesOf(modules.packages, staging, await readFile(node.licence, 'utf8')),
    },
  ];
  return { entries: [...foldersOf(files), ...files], components: modules.packages };
}

/** What is read of ours: the kind of module, the version, and how a person calls it (server/config/installation.ts). */
function manifest(command: string): string {
  const shown = {
    name: 'schoolgate',
    version: projectVersion(),
    license: 'Apache-2.0',
    type: 'module',
    schoolgateCommand: command,
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

/** Each is the package's own: removing it leaves none behind. */
function foldersOf(files: readonly PackageEntry[]): readonly PackageEntry[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folder.startsWith(HOME) || folder.startsWith(DOC)) folders.add(folder);
    }
  }
  return [...folders].sort().map((path) => ({ path, mode: 0o755, folder: true }));
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replace(/^\//, ''))
    .sort();
}

/** Their licences lie beside them, in each package's folder, as their authors wrote them; here is which it is, and Node's own words. */
async function noticesOf(packages: readonly string[], staging: string, nodeLicence: string): Promise<string> {
  const lines = await Promise.all(
    packages.map(async (path) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(staging, path, 'package.json'), 'utf8'),
      ) as Readonly<Record<string, unknown>>;
      return `${name} ${version}: ${typeof license === 'string' ? license : JSON.stringify(license)}, ${HOME}/${path}\n`;
    }),
  );
  return `${heading('Packages of npm')}${lines.join('')}\n${heading('Node.js')}${nodeLicence}`;
}
