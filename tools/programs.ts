// The two programs that ship, as esbuild makes them of the sources (ADR 26).
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { replaceFile } from './replace-file.ts';
import { ROOT } from './repository.ts';

/** The agent as one file, from which the single-file programs and the installers are made. */
export const AGENT_PROGRAM = 'dist/agent/schoolgate-agent.cjs';

/** The folder of the server's program: `main.js`, the programs of its threads and processes, and the parts that they share. */
export const SERVER_FOLDER = 'dist/server';

const SERVER_PROGRAMS = [
  'server/main.ts',
  'server/demo/demo-worker.ts',
  'server/school/preview-thread.ts',
  'api/categories/category-worker.ts',
];

/** Packages with native code, or with files of their own that they look for beside them. Node loads them from `node_modules`. */
export const NOT_BUNDLED: readonly string[] = [
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  'better-sqlite3',
  'node-cron',
];

type Bundle = BuildResult<{ metafile: true; write: false }>;

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node22',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

/** Bundles the agent into one CommonJS file, the form of Node's single-file programs. Nothing is written. */
export function bundleAgent(): Promise<Bundle> {
  return build({
    ...COMMON,
    entryPoints: ['agent/main.ts'],
    outfile: AGENT_PROGRAM,
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
  });
}

/**
 * Bundles the server. All its files lie in one folder, so a module finds a program that lies beside it, whichever file esbuild puts the module in.
 * What several programs need, and what a command loads only when it runs, is a file of its own.
 */
function bundleServer(): Promise<Bundle> {
  return build({
    ...COMMON,
    entryPoints: SERVER_PROGRAMS.map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: SERVER_FOLDER,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    external: [...NOT_BUNDLED],
    // A stack trace has the names of the sources.
    keepNames: true,
    // For packages in CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
}

/** Writes the agent's program. */
export async function writeAgent(): Promise<void> {
  await writeBundle(await bundleAgent(), dirname(AGENT_PROGRAM));
}

/** Writes the server's program. */
export async function writeServer(): Promise<void> {
  await writeBundle(await bundleServer(), SERVER_FOLDER);
}

/**
 * Writes files so that two builds at once never read each other's half-written file: a program made from an empty file does nothing
 * and reports nothing. Removes the code and the folders that earlier builds left, because a package takes the whole folder.
 */
async function writeBundle({ outputFiles }: Bundle, folder: string): Promise<void> {
  for (const { path, contents } of outputFiles) await replaceFile(path, contents);
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const entry of await readdir(join(ROOT, folder), { withFileTypes: true }))
    if (entry.isDirectory() || (/[.]c?js$/.test(entry.name) && !made.has(entry.name)))
      await rm(join(ROOT, folder, entry.name), { recursive: true, force: true });
}
