import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
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
const [WIDTH, HEIGHT] = [1280, 800];

const missing = ['Xvfb', 'xwininfo', 'x86_64-w64-mingw32-gcc'].filter((name) => !hasProgram(name));
const skip =
  HAS_WINE && missing.length === 0
    ? false
    : `needs ${HAS_WINE ? missing.join(', ') : 'Wine'} (Debian: xvfb x11-utils)`;

/** A screen that nobody sees. @returns its name */
async function openScreen(t: Test): Promise<string> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  t.teardown(() => server.kill());
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return `:${String(number).trim()}`;
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly size: string;
}

/** The windows of the two, the uppermost first. */
function shownOn(display: string): readonly Shown[] {
  const tree = execFileSync('xwininfo', ['-display', display, '-root', '-tree'], { encoding: 'utf8' });
  return [...tree.matchAll(/^ +(0x\w+) "([^"]+)": \(.*\) +(\d+x\d+\+-?\d+\+-?\d+)/gm)].flatMap(
    ([, id = '', name = '', size = '']) => (name === 'Default IME' ? [] : [{ id, name, size }]),
  );
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
  'the lock’s window covers the screen below the browser, and outlives both of them',
  { skip },
  async (t) => {
    const built = await buildHost({ arch: 'x64', recording: true, version: '0.0.0', out: testFolder(t) });
    const display = await openScreen(t);
    const wine = await openWine(t, display);
    await copyFile(built, wine.path(HOST));
    const names = (): readonly string[] => shownOn(display).map(({ name }) => name);
    const cover = (): Shown | undefined => shownOn(display).find(({ name }) => name === TEXT);
    const browserFirst = (what: string): Promise<unknown> =>
      until(() => names().length === 2 && names()[1] === TEXT, { what });

    wine.start(HOST, ['session', 'window', '--text', TEXT, '--', BROWSER]);
    await browserFirst('the browser above the cover');
    t.equal(cover()?.size, `${WIDTH}x${HEIGHT}+0+0`);

    // Without /f it asks the windows to close.
    const before = cover()?.id;
    await wine.run('taskkill', ['/im', 'schoolgate-host.exe']);
    t.equal(cover()?.id, before, 'it does not close when it is asked to');

    process.kill(browserOf(wine));
    await until(() => names()[0] === TEXT, { what: 'the cover above all' });
    await browserFirst('another browser above it');
  },
);
