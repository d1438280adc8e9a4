import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { buildHost } from '../../installer/windows/host-program.ts';
import { hasProgram } from '../support/built-packages.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';
import { HAS_WINE, openWine, type Wine } from '../support/wine.ts';

const HOST = 'C:\\schoolgate-host.exe';
/** Stands in for a browser. */
const BROWSER = 'C:\\windows\\system32\\notepad.exe';
const TEXT = 'Locked by Lincoln High School';
const SIZE = '1280x800';
const COVER = `${TEXT} ${SIZE}+0+0`;
const ATTACKS = 'C:\\window-attacks.exe';
const SOURCE = join(import.meta.dirname, 'window-attacks.c');
const COMPILER = 'x86_64-w64-mingw32-gcc';

const missing = ['Xvfb', COMPILER].filter((name) => !hasProgram(name));
const skip =
  HAS_WINE && missing.length === 0 ? false : `needs ${HAS_WINE ? missing.join(', ') : 'Wine'} (Debian: xvfb)`;

/** A screen that nobody sees. @returns its name */
async function openScreen(t: Test): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${SIZE}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => server.kill());
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return `:${String(number).trim()}`;
}

/** The browser's process in this Wine. */
function browserOf(wine: Wine): number {
  const found = execFileSync('pgrep', ['-x', 'notepad.exe'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  const own = found.find((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WINEPREFIX=${wine.prefix}\0`),
  );
  if (own === undefined) throw new Error('the browser does not run');
  return own;
}

t.test(
  'the lock’s window covers the screen below the browser, whatever a student tries',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const built = await buildHost({ arch: 'x64', recording: true, version: '0.0.0', out: folder });
    const wine = await openWine(t, await openScreen(t));
    await copyFile(built, wine.path(HOST));
    execFileSync(COMPILER, ['-municode', '-Wall', '-Werror', '-o', wine.path(ATTACKS), SOURCE]);
    const seen = async (): Promise<readonly string[]> =>
      (await wine.run(ATTACKS, ['order'])).output.trim().split(/\r?\n/);
    const isAsWished = async (): Promise<boolean> => {
      const [first, second] = await seen();
      return first?.startsWith('Untitled - Notepad ') === true && second === COVER;
    };

    const window = wine.start(HOST, ['session', 'window', '--text', TEXT, '--', BROWSER]);
    await until(isAsWished, { what: 'the browser above the cover' });
    for (const attack of ['close', 'hide', 'minimise', 'move', 'quit']) {
      t.equal((await wine.run(ATTACKS, [attack])).code, 0);
      await until(isAsWished, { what: `the browser above the cover after ${attack}` });
    }
    const student = wine.start(ATTACKS, ['cover']);
    await until(async () => (await seen()).some((line) => line.startsWith('a student ')), {
      what: 'a window of the student’s',
    });
    await until(isAsWished, { what: 'it stands below' });
    student.kill();

    process.kill(browserOf(wine));
    await until(async () => (await seen())[0] === COVER, { what: 'the cover above all' });
    await until(isAsWished, { what: 'another browser above it' });
    t.equal(window.exitCode, null, 'it has not ended');
  },
);
