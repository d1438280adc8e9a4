import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createLockPage } from '../../agent/os/lock-page.ts';
import { systemClock } from '../../kit/clock.ts';
import { ROOT } from '../support/child-process.ts';
import { hasText } from '../support/has-fields.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const NEEDS = ['Xorg', 'openbox', 'xdotool', 'xrandr', 'xwininfo', 'xterm', 'gjs', 'import'];
/** Two monitors, as of a laptop at a desk. */
const [FIRST, SECOND] = ['1280x720+0+0', '1024x768+1280+0'] as const;
const X_CONFIGURATION = `
Section "Device"
  Identifier "dummy"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "dummy"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 2304 768
    Modes "1280x720"
  EndSubSection
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
`;
const SECOND_MODE = ['second', '63.50', '1024', '1072', '1176', '1328', '768', '771', '775', '798'];

const obstacle =
  NEEDS.find((program) => spawnSync('which', [program]).status !== 0) ??
  (globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib').length === 0 ? 'gir1.2-webkit2-4.1' : null) ??
  (existsSync('/usr/lib/xorg/modules/drivers/dummy_drv.so') ? null : 'xserver-xorg-video-dummy');

/** A screen with a window manager, another program's window, and two monitors. */
async function setUpScreen(t: Test) {
  const folder = testFolder(t);
  const display = `:${200 + (process.pid % 700)}`;
  const configuration = join(folder, 'xorg.conf');
  writeFileSync(configuration, X_CONFIGURATION);
  const processes: ChildProcess[] = [];
  const start = (env: Readonly<Record<string, string>>, program: string, ...args: string[]): ChildProcess => {
    const started = spawn(program, args, {
      env: { ...process.env, DISPLAY: display, ...env },
      stdio: 'ignore',
    });
    processes.push(started);
    return started;
  };
  const x = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY: display }, encoding: 'utf8' });
  t.teardown(() => {
    for (const each of processes.reverse()) each.kill('SIGKILL');
  });
  start(
    {},
    'Xorg',
    display,
    '-config',
    configuration,
    '-noreset',
    '-novtswitch',
    '-sharevts',
    '-logfile',
    join(folder, 'xorg.log'),
  );
  await until(() => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), { what: 'the screen' });
  await until(() => spawnSync('xrandr', ['-d', display]).status === 0, { what: 'an answer of the screen' });
  x('xrandr', '--newmode', ...SECOND_MODE);
  x('xrandr', '--addmode', 'DUMMY1', 'second');
  x('xrandr', '--output', 'DUMMY1', '--mode', 'second', '--right-of', 'DUMMY0');
  // The driver says what it has when it is asked.
  x('xrandr', '--query');
  start({}, 'openbox');
  start({}, 'xterm', '-geometry', '+100+100');
  await until(() => /"xterm"/.test(x('xwininfo', '-root', '-tree')), { what: 'the other window' });
  return { start, x };
}

t.test(
  'the lock window covers every monitor above all else, refuses to be closed, takes a PIN, and ends when it is told',
  { skip: obstacle === null ? false : `${obstacle} is missing` },
  async (t) => {
    const { start, x } = await setUpScreen(t);
    const pins: string[] = [];
    const page = createLockPage({
      getLock: () => ({
        organisation: 'Springfield High School',
        text: 'This laptop was reported missing.\nPlease bring it to the school office.',
        help: 'School office: 555 0100',
        until: null,
        pin: true,
      }),
      tryPin: (pin) => Promise.resolve(pins.push(pin) > 0 ? 'wrong' : 'none'),
      clock: systemClock,
      port: 0,
    });
    await page.start();
    t.teardown(() => page.stop());
    const env = {
      LANG: 'es_ES.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    };
    const window = start(env, 'gjs', '-m', join(ROOT, 'installer/agent/lock-window.js'), page.url());
    const ended = new Promise((resolve) => window.once('exit', (_code, signal) => resolve(signal)));
    /** Where our windows are, the topmost of all windows first. */
    const ours = (): readonly string[] =>
      x('xwininfo', '-root', '-tree')
        .split('\n')
        .filter((line) => line.includes('"Schoolgate"'))
        .map((line) => line.replace(/.*\)\s+(\d+x\d+)\S+\s+(\+\d+\+\d+).*/, '$1$2'));
    const areBoth = (): boolean => [FIRST, SECOND].every((place) => ours().includes(place));
    await until(areBoth, { what: 'both windows', timeoutMs: 30_000 });
    /** As a person does who types before the page is there: once more. */
    const type = (pin: string): Promise<unknown> =>
      until(
        () => {
          x('xdotool', 'key', 'ctrl+a');
          x('xdotool', 'type', '--delay', '50', pin);
          x('xdotool', 'key', 'Return');
          return pins.includes(pin);
        },
        { what: `PIN ${pin}`, timeoutMs: 30_000, intervalMs: 1_000 },
      );
    await type('1234');
    x('xdotool', 'key', 'alt+F4');
    await type('5678');
    const tree = x('xwininfo', '-root', '-tree');
    t.ok(areBoth());
    t.ok(tree.indexOf('"Schoolgate"') < tree.indexOf('"xterm"'), 'it is above the other window');
    const picture = join(ROOT, 'dist/lock-window.png');
    x('import', '-window', 'root', picture);
    t.comment(`a picture of it: ${picture}`);
    x('xrandr', '--output', 'DUMMY1', '--off');
    x('xrandr', '--query');
    await until(() => ours().join() === FIRST, { what: 'one window for one monitor', timeoutMs: 30_000 });
    window.kill('SIGTERM');
    t.equal(await ended, 'SIGTERM');
    const nowhere = spawnSync(
      'gjs',
      ['-m', join(ROOT, 'installer/agent/lock-window.js'), 'http://evil.example/'],
      {
        encoding: 'utf8',
      },
    );
    t.equal(nowhere.status, 2);
    hasText(t, nowhere.stderr, 'give the address of the lock page');
  },
);
