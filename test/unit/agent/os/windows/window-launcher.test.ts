import t from 'tap';
import { createWindowLauncher } from '../../../../../agent/os/windows/window-launcher.ts';
import type { LockMessage } from '../../../../../agent/ports/lock-window.ts';
import { changeRegistry } from '../../../../support/fake-registry.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const HOST = 'C:\\Program Files\\Schoolgate\\schoolgate-host.exe';
const PAGE = 'http://127.0.0.1:9/locked';

function setUp({ windowCommand = null }: { readonly windowCommand?: readonly string[] | null } = {}) {
  const windows = createFakeWindows();
  const launcher = createWindowLauncher({
    windows: windows.host,
    hostProgram: HOST,
    locale: 'en-US',
    pageUrl: () => PAGE,
    windowCommand,
  });
  const set = (key: string, name: string, data: string): void =>
    changeRegistry(windows.registry, { set: key, name, kind: 'ExpandString', data });
  return {
    windows,
    launcher,
    withEdge: (path: string) =>
      set('SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe', '', path),
    withHome: () =>
      set(
        'SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList\\S-1-5-21-1-2-3-1001',
        'ProfileImagePath',
        'C:\\Users\\anna',
      ),
  };
}

const MESSAGE: LockMessage = {
  organisation: 'Lincoln High School',
  text: 'Exam in room 12\nPhones away',
  help: 'Office: 555 0100',
  until: null,
  pin: false,
};

t.test('our own window is on every monitor, and Edge in it shows the page', async (t) => {
  const { launcher, withEdge, withHome } = setUp();
  withEdge(`"${EDGE}"`);
  withHome();
  const launch = await launcher.find(0, MESSAGE);
  const text = 'Locked by Lincoln High School';
  hasFields(t, launch, { found: true, program: HOST, screen: `1 anna ${text}` });
  const cmd = launch.found ? launch.cmd : [];
  t.same(cmd.slice(0, 8), [HOST, 'session', 'window', '--text', text, '--', EDGE, '--kiosk']);
  t.equal(cmd.at(-1), PAGE);
  t.ok(cmd.includes('--user-data-dir=C:\\Users\\anna\\AppData\\Local\\Temp\\schoolgate-lock'));
});

t.test('without a browser our own window has the whole message', async (t) => {
  const { launcher, withEdge } = setUp();
  const text = 'Locked by Lincoln High School\n\nExam in room 12\nPhones away\n\nOffice: 555 0100';
  const cmd = [HOST, 'session', 'window', '--text', text];
  hasFields(t, await launcher.find(0, MESSAGE), { found: true, cmd, screen: `1 anna ${text}` });
  withEdge('msedge.exe');
  hasFields(t, await launcher.find(0, MESSAGE), { cmd }, 'a path that is none');
  withEdge(EDGE);
  hasFields(t, await launcher.find(0, MESSAGE), { cmd }, 'nobody knows where its profile may lie');
  hasFields(t, await launcher.find(0, null), {
    cmd: [...cmd.slice(0, -1), 'This computer is locked'],
  });
  const long = await launcher.find(0, { ...MESSAGE, text: '\0ä'.repeat(5_000) });
  t.match(long.found && long.cmd.at(-1), /^Locked by Lincoln High School\n\nä+$/u);
  t.equal(long.found && long.cmd.at(-1)?.length, 2_000);
});

t.test('a browser is tried alone when our own window cannot run', async (t) => {
  const { launcher, withEdge, withHome } = setUp();
  hasFields(t, await launcher.find(3, MESSAGE), { found: false, reason: /no browser/ });
  withEdge(EDGE);
  withHome();
  const launch = await launcher.find(3, MESSAGE);
  hasFields(t, launch, { found: true, program: EDGE, screen: '1 anna' });
  t.same(launch.found && [launch.cmd[0], launch.cmd[1], launch.cmd.at(-1)], [EDGE, '--kiosk', PAGE]);
});

t.test('a configured program comes first', async (t) => {
  const { launcher } = setUp({ windowCommand: ['D:\\show.exe', '--quiet'] });
  hasFields(t, await launcher.find(0, MESSAGE), { found: true, cmd: ['D:\\show.exe', '--quiet', PAGE] });
});

t.test('why there is no window is told', async (t) => {
  const { windows, launcher } = setUp();
  windows.facts.session = null;
  hasFields(t, await launcher.find(0, MESSAGE), { found: false, reason: /nobody is signed in/ });
  windows.refuses.set('session', 'Windows error 5');
  hasFields(t, await launcher.find(0, MESSAGE), { found: false, reason: 'Windows error 5' });
});
