import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Test } from 'tap';
import { fetchNode } from '../../installer/executable/fetch-node.ts';
import { buildHost } from '../../installer/windows/host-program.ts';
import { ROOT } from '../support/child-process.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { HAS_WINE, openWine, type Wine } from '../support/wine.ts';

const FOLDER = 'C:\\Program Files\\Schoolgate';
/** The native host as it is installed. */
export const HOST = `${FOLDER}\\schoolgate-host.exe`;
const NODE = `${FOLDER}\\node.exe`;

/** False, or why a test does not run. */
export const skip: string | false = HAS_WINE ? false : 'needs Wine (Debian: wine64)';

/** What a stand-in has written down: what it is, and a value. */
export interface Note {
  readonly what: string;
  readonly value: unknown;
}

/** The real host whose service runs small programs of this folder in place of the agent, and of the worker. */
export interface StandIns {
  readonly wine: Wine;
  /** Where a file beside the host is here. */
  here(name: string): string;
  /** What the agent's stand-in has written down, oldest first. */
  notes(): readonly Note[];
  /** Waits for the first note of that name. @returns its value */
  noted(what: string): Promise<unknown>;
  /** Runs a further program of this folder, built as they are. */
  script(name: string, args?: readonly string[]): ReturnType<Wine['run']>;
  /** Sends a service a control of its own, or says when it starts. */
  control(service: string, what: number | 'disabled' | 'demand'): Promise<void>;
}

/** Builds and lays them beside each other. Nothing is installed yet. @param scripts names of programs of this folder, without `.ts` */
export async function openStandIns(t: Test, scripts: readonly string[]): Promise<StandIns> {
  const out = testFolder(t);
  const wine = await openWine(t);
  const here = (name: string): string => wine.path(`${FOLDER}\\${name}`);
  const [agent = '', worker = ''] = scripts;
  const running = (script: string): string => `"%ls\\node.exe" "%ls\\${script}.cjs"`;
  await mkdir(dirname(here('.')), { recursive: true });
  await mkdir(wine.path(FOLDER), { recursive: true });
  const version = { arch: 'x64', recording: true, version: '0.0.0', out } as const;
  await buildHost({ ...version, agentCommand: running(agent), workerCommand: running(worker) });
  await copyFile(join(out, 'schoolgate-host.exe'), wine.path(HOST));
  await copyFile((await fetchNode('win-x64')).program, wine.path(NODE));
  await build({
    absWorkingDir: join(ROOT, 'test/windows'),
    entryPoints: scripts.map((name) => `${name}.ts`),
    outdir: wine.path(FOLDER),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
  });
  const notes = (): readonly Note[] =>
    existsSync(here('notes.txt'))
      ? readFileSync(here('notes.txt'), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Note)
      : [];
  return {
    wine,
    here,
    notes,
    async noted(what) {
      try {
        return (await until(() => notes().find((note) => note.what === what), { what })).value;
      } catch (error) {
        for (const name of ['notes.txt', 'agent.log'])
          if (existsSync(here(name))) t.comment(name, readFileSync(here(name), 'utf8'));
        throw error;
      }
    },
    script: (name, args = []) => wine.run(NODE, [`${FOLDER}\\${name}.cjs`, ...args]),
    async control(service, what) {
      const program = here('control.exe');
      if (!existsSync(program))
        spawnSync('x86_64-w64-mingw32-gcc', [
          '-municode',
          '-o',
          program,
          join(ROOT, 'test/windows/control.c'),
        ]);
      t.same(await wine.run(`${FOLDER}\\control.exe`, [service, String(what)]), { code: 0, output: '' });
    },
  };
}
