import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

/** The programs of Wine 8 as Debian has them. The script `wine` of its own only warns. */
const WINE = '/usr/lib/wine/wine64';
const SERVER = '/usr/lib/wine/wineserver64';

/** A Windows of its own, as far as Wine is one. */
export interface Wine {
  /** Where it lies here, by which its processes are known. */
  readonly prefix: string;
  /** Runs a program to its end. Its output goes to files: Node for Windows cannot write to a pipe of Wine. */
  run(program: string, args: readonly string[]): Promise<WineResult>;
  /** Starts a program whose standard input and output are ours. */
  start(program: string, args: readonly string[]): ChildProcess;
  /** Where a path of Windows is here. */
  path(windows: string): string;
}

export interface WineResult {
  readonly code: number;
  readonly output: string;
}

export const HAS_WINE: boolean = existsSync(WINE) && existsSync(SERVER);

/**
 * Makes one, at Windows 10; it ends with the test. A minute is spent for the first start. Services that start by themselves fail while it is made (1053), so it starts
 * anew for the test. @param display of an X server; null = it has no screen
 */
export async function openWine(t: Test, display: string | null = null): Promise<Wine> {
  const folder = mkdtempSync(join(tmpdir(), 'wine-'));
  const prefix = join(folder, 'prefix');
  mkdirSync(join(folder, 'home'));
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // No window, no offer to install Mono or Gecko.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    ...(display === null ? {} : { DISPLAY: display }),
  };
  let files = 0;
  const run: Wine['run'] = async (program, args) => {
    files += 1;
    const output = join(folder, `output-${files}.txt`);
    const file = openSync(output, 'w');
    const child = spawn(WINE, [program, ...args], { env, cwd: folder, stdio: ['ignore', file, file] });
    closeSync(file);
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code: code ?? -1, output: readFileSync(output, 'utf8') };
  };
  t.teardown(() => {
    spawnSync(SERVER, ['-k'], { env });
    spawnSync(SERVER, ['-w'], { env });
    rmSync(folder, { recursive: true, force: true });
  });
  await run('wineboot', ['--init']);
  await run('winecfg', ['-v', 'win10']);
  spawnSync(SERVER, ['-w'], { env });
  // Else Wine ends between two calls, and starts services that were stopped.
  const keep = spawn(WINE, ['cmd', '/c', 'pause'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  t.teardown(() => keep.stdin.end());
  return {
    prefix,
    run,
    start: (program, args) =>
      spawn(WINE, [program, ...args], { env, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] }),
    path: (windows) => join(prefix, 'drive_c', windows.replace(/^C:\\/i, '').replaceAll('\\', '/')),
  };
}
