import t from 'tap';
import { findDesktop } from '../../../../../agent/os/linux/desktop.ts';
import { createWindowLauncher } from '../../../../../agent/os/linux/window-launcher.ts';
import { hasText } from '../../../../support/has-fields.ts';
import { fixture, MISSING, recordedFiles, recordedRunner } from '../recorded.ts';

const LOGIND = {
  'loginctl list-sessions': fixture('linux/commands/loginctl-list-sessions.txt'),
  'loginctl show-session': fixture('linux/commands/loginctl-show-session.txt'),
};
const SCREEN =
  'DISPLAY=:0 WAYLAND_DISPLAY=wayland-0 XDG_RUNTIME_DIR=/run/user/1001 XAUTHORITY=/run/user/1001/.mutter-Xwaylandauth.ABC DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1001/bus';
const FIRST = 'PATH=/usr/local/bin:/usr/bin:/bin:/snap/bin USER=anna HOME=/home/anna';

t.test(
  "a program is put into the seat user's session with the screen of that session and nothing else of their environment",
  async (t) => {
    const lookup = await findDesktop({
      run: recordedRunner(LOGIND),
      files: recordedFiles('linux/thinkpad'),
      ownUid: 0,
    });
    if (!lookup.found) throw new Error(lookup.reason);
    t.equal(
      lookup.desktop.command(['xterm', '-e', 'a b']).join(' '),
      `runuser -u anna -- env -i ${FIRST} ${SCREEN} xterm -e a b`,
    );
  },
);

t.test('an agent that runs as that user does not change the account', async (t) => {
  const lookup = await findDesktop({
    run: recordedRunner(LOGIND),
    files: recordedFiles('linux/thinkpad'),
    ownUid: 1001,
  });
  t.ok(lookup.found && lookup.desktop.command(['x'])[0] === 'env');
});

t.test('nobody at the screen, an unknown account and a text console are told apart', async (t) => {
  const reason = async (answers: Parameters<typeof recordedRunner>[0], computer = 'thinkpad') => {
    const lookup = await findDesktop({
      run: recordedRunner(answers),
      files: recordedFiles(`linux/${computer}`),
      ownUid: 0,
    });
    return lookup.found ? 'found' : lookup.reason;
  };
  t.equal(await reason({ 'loginctl list-sessions': '' }), 'nobody is signed in at the screen');
  const shown = LOGIND['loginctl show-session'].replaceAll('Display=:0', 'Display=');
  t.equal(
    await reason({ ...LOGIND, 'loginctl show-session': shown }, 'chromebook'),
    'the signed-in user has no graphical screen',
  );
  t.equal(
    await reason({ loginctl: MISSING, who: fixture('linux/commands/who.txt') }, 'chromebook'),
    'the signed-in user has no user id on this computer',
  );
});

t.test('the lock window is a browser over the whole screen with a profile of its own', async (t) => {
  const files = recordedFiles('linux/thinkpad');
  const launcher = createWindowLauncher({
    run: recordedRunner(LOGIND),
    files,
    ownUid: 0,
    pageUrl: () => 'http://127.0.0.1:9/locked',
    windowCommand: null,
  });
  const launch = await launcher.find(0, null);
  if (!launch.found) throw new Error(launch.reason);
  t.equal(launch.program, '/usr/bin/chromium');
  t.equal(launch.screen, 'anna');
  hasText(
    t,
    launch.cmd.join(' '),
    '/usr/bin/chromium --kiosk --user-data-dir=/run/user/1001/schoolgate-lock',
  );
  t.equal(launch.cmd.at(-1), 'http://127.0.0.1:9/locked');
});

t.test(
  'our own window comes before browsers where all of it is installed, and a browser after it where it cannot run',
  async (t) => {
    const thinkpad = recordedFiles('linux/thinkpad');
    const whole: Readonly<Record<string, readonly string[]>> = {
      '/usr/lib/schoolgate-agent': ['schoolgate-agent', 'lock-window.js'],
      '/usr/bin': ['chromium', 'gjs'],
      '/usr/lib': ['systemd', 'x86_64-linux-gnu'],
      '/usr/lib/x86_64-linux-gnu/girepository-1.0': ['Gtk-3.0.typelib', 'WebKit2-4.1.typelib'],
    };
    const programOf = async (without: string | null, crashes = 0): Promise<string> => {
      const launch = await createWindowLauncher({
        run: recordedRunner(LOGIND),
        files: {
          ...thinkpad,
          list: async (folder) =>
            (whole[folder] ?? (await thinkpad.list(folder))).filter((name) => name !== without),
        },
        ownUid: 0,
        pageUrl: () => 'http://127.0.0.1:9/locked',
        windowCommand: null,
      }).find(crashes, null);
      if (!launch.found) throw new Error(launch.reason);
      return launch.cmd.slice(launch.cmd.indexOf(launch.program)).join(' ');
    };
    const own = '/usr/bin/gjs -m /usr/lib/schoolgate-agent/lock-window.js http://127.0.0.1:9/locked';
    t.equal(await programOf(null), own);
    for (const missing of ['lock-window.js', 'gjs', 'WebKit2-4.1.typelib'])
      hasText(t, await programOf(missing), '/usr/bin/chromium --kiosk');
    t.equal(await programOf(null, 2), own);
    hasText(t, await programOf(null, 3), '/usr/bin/chromium --kiosk');
  },
);

t.test('a configured program comes before browsers; without either there is a reason', async (t) => {
  const dependencies = { run: recordedRunner(LOGIND), ownUid: 0, pageUrl: () => 'http://127.0.0.1:9/locked' };
  const own = await createWindowLauncher({
    ...dependencies,
    files: recordedFiles('linux/thinkpad'),
    windowCommand: ['/opt/schoolgate/lock-window', '--top'],
  }).find(0, null);
  t.ok(
    own.found && own.cmd.join(' ').endsWith('/opt/schoolgate/lock-window --top http://127.0.0.1:9/locked'),
  );
  const none = await createWindowLauncher({
    ...dependencies,
    files: recordedFiles('linux/chromebook'),
    windowCommand: null,
  }).find(0, null);
  t.strictSame(none, { found: false, reason: 'no browser is installed that could show the message' });
});
