// The dashboard as Vite makes it of `dashboard/`: static files in dist/dashboard, which the server serves.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { replaceFile } from './replace-file.ts';
import { ROOT } from './repository.ts';

/** The built files, and `manifest.json`, which says which of them the document names. */
export const DASHBOARD_FOLDER = 'dist/dashboard';

const ENTRY = join(ROOT, 'dashboard/main.tsx');

/** Files that keep their names: nothing in the bundle refers to them. */
const OWN_NAMES = ['icon.svg', 'theme-before-paint.js'];

/** The module of {@link DashboardManifest.frame}. */
export const FRAME = '/dashboard/app/frame/frame.tsx';

const FONT = /inter-latin-wght-normal-[^/]*[.]woff2$/;

type OutputFile = Rolldown.OutputAsset | Rolldown.OutputChunk;

/** Bundles the dashboard. Nothing is written. Loads Vite only then: most tools need none. */
export async function bundleDashboard(): Promise<readonly OutputFile[]> {
  const { build } = await import('vite');
  // Vite sets it for the whole process, which others of this process would take for their own.
  const { NODE_ENV } = process.env;
  try {
    const made = await build({
      root: join(ROOT, 'dashboard'),
      base: '/dashboard/',
      configFile: false,
      envDir: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [themeVariables()],
      // One React: the tests' reporter brings another to the root.
      resolve: { dedupe: ['react', 'react-dom'] },
      build: {
        write: false,
        target: 'es2023',
        modulePreload: { polyfill: false },
        license: { fileName: 'licences.txt' },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ENTRY,
          // What loads together is one file: many small ones compress badly.
          output: {
            codeSplitting: { groups: [{ name: loadedWithEntry() }], includeDependenciesRecursively: false },
          },
        },
      },
    });
    if (Array.isArray(made) || !('output' in made)) throw new Error('Vite made no bundle');
    return made.output;
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Mantine is one list of all its parts. Of those the entry needs the provider alone. */
const MANTINE_LIST = /[/]@mantine[/]core[/].*[/]index[.]mjs$/;
const MANTINE_PROVIDER = /[/]MantineProvider[/]|[/]core[/]index[.]mjs$/;

/** Names the group of the modules that the entry cannot be without. */
function loadedWithEntry(): Rolldown.CodeSplittingNameFunction {
  let needed: Set<string> | undefined;
  return (id, chunking) => {
    const collect = (one: string, found: Set<string>): Set<string> => {
      if (found.has(one)) return found;
      found.add(one);
      const imported = chunking.getModuleInfo(one)?.importedIds ?? [];
      const isList = MANTINE_LIST.test(one);
      for (const other of imported) if (!isList || MANTINE_PROVIDER.test(other)) collect(other, found);
      return found;
    };
    needed ??= collect(ENTRY, new Set());
    return needed.has(id) ? 'base' : null;
  };
}

/** The names of the built files that the document loads. */
interface DashboardManifest {
  readonly entry: string;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  /** What stands around every page of a person who is signed in, with what it imports. */
  readonly frame: readonly string[];
  /** The typeface, so that the first words already have it. */
  readonly font: string;
}

/** Writes the dashboard's files, and removes those of earlier builds: a package takes the whole folder. */
export async function writeDashboard(): Promise<void> {
  const output = await bundleDashboard();
  const files = new Map<string, string | Uint8Array>(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  for (const name of OWN_NAMES) files.set(name, await readFile(join(ROOT, 'dashboard', name)));
  files.set('manifest.json', `${JSON.stringify(manifestOf(output), null, 2)}\n`);
  for (const [name, content] of files)
    await replaceFile(join(ROOT, DASHBOARD_FOLDER, name), Buffer.from(content));
  await removeOthers(files);
}

function manifestOf(output: readonly OutputFile[]): DashboardManifest {
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The bundle of the dashboard has no entry.');
  const loaded = output.filter(
    ({ fileName }) => fileName === entry.fileName || entry.imports.includes(fileName),
  );
  const frame = output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(FRAME));
  const font = output.find(({ fileName }) => FONT.test(fileName));
  if (font === undefined) throw new Error('The bundle of the dashboard has no typeface.');
  return {
    entry: entry.fileName,
    imports: entry.imports,
    styles: loaded.flatMap(stylesOf),
    font: font.fileName,
    frame: frame?.type === 'chunk' ? [frame.fileName, ...frame.imports].filter(isNewTo(entry)) : [],
  };
}

/** Vite notes them, and its types do not say so. */
function stylesOf(file: OutputFile): readonly string[] {
  const { viteMetadata } = file as { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}

const isNewTo =
  ({ fileName, imports }: Pick<Rolldown.OutputChunk, 'fileName' | 'imports'>) =>
  (name: string): boolean =>
    name !== fileName && !imports.includes(name);

async function removeOthers(made: ReadonlyMap<string, unknown>): Promise<void> {
  const folder = join(ROOT, DASHBOARD_FOLDER);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !made.has(path.slice(folder.length + 1))) await rm(path, { force: true });
  }
}

/** The variables of Mantine and of our theme as a style sheet: the page's policy permits no style that a script writes into the document. */
function themeVariables(): Plugin {
  const NAME = 'virtual:theme.css';
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { themeCss } = await import('../dashboard/theme/css-variables.ts');
      return themeCss();
    },
  };
}
