import t from 'tap';
import { createWindowLauncher } from '../../../../../agent/os/windows/window-launcher.ts';
import { createFakeWindows } from '../../../../support/fake-windows.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const PAGE = 'http://127.0.0.1:9/locked';

function setUp({ windowCommand = null }: { readonly windowCommand?: readonly string[] | null } = {}) {
  const windows = createFakeWindows();
  const launcher = createWindowLauncher({ windows: windows.host, pageUrl: () => PAGE, windowCommand });
  const set = (key: string, name: string, data: string): void =>
    windows.registry.change({ set: key, name, kind: 'ExpandString', data });
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

t.test('the message is shown by Edge over the whole screen, with a profile of its own', async (t) => {
  const { launcher, withEdge, withHome } = setUp();
  withEdge(`"${EDGE}"`);
  withHome();
  const launch = await launcher.find(0);
  hasFields(t, launch, { found: true, program: EDGE, screen: '1 anna' });
  t.same(launch.found && [launch.cmd[0], launch.cmd[1], launch.cmd.at(-1)], [EDGE, '--kiosk', PAGE]);
  t.ok(
    launch.found &&
      launch.cmd.includes('--user-data-dir=C:\\Users\\anna\\AppData\\Local\\Temp\\schoolgate-lock'),
  );
});

t.test('a configured program comes first', async (t) => {
  const { launcher } = setUp({ windowCommand: ['D:\\show.exe', '--quiet'] });
  hasFields(t, await launcher.find(0), { found: true, cmd: ['D:\\show.exe', '--quiet', PAGE] });
});

t.test('why there is no window is told', async (t) => {
  const { windows, launcher, withEdge } = setUp();
  hasFields(t, await launcher.find(0), { found: false, reason: /no browser/ });
  withEdge('msedge.exe');
  hasFields(t, await launcher.find(0), { found: false, reason: /no browser/ }, 'a path that is none');
  withEdge(EDGE);
  hasFields(t, await launcher.find(0), { found: false, reason: /folder of the user/ });
  windows.facts.session = null;
  hasFields(t, await launcher.find(0), { found: false, reason: /nobody is signed in/ });
  windows.refused.set('session', 'Windows error 5');
  hasFields(t, await launcher.find(0), { found: false, reason: 'Windows error 5' });
});
