import type { LockWindowLaunch, LockWindowLauncher } from '../../ports/lock-window.ts';
import { browserKiosk } from '../browser-kiosk.ts';
import { type DesktopDependencies, findDesktop } from './desktop.ts';

export interface WindowLauncherDependencies extends DesktopDependencies {
  /** Address of the lock page on this computer. */
  readonly pageUrl: () => string;
  /** A program that draws the page, from the configuration; its last argument will be the page's address. Null: a browser. */
  readonly windowCommand: readonly string[] | null;
}

/** The browsers that fill the screen most reliably come first. Wrappers in /snap/bin cannot read every folder, so they come last in the path. */
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'firefox',
  'firefox-esr',
];
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/snap/bin'];

/** What the package brings (installer/agent/lock-window.js): it covers every monitor and refuses to be closed. */
const OWN_WINDOW = { folder: '/usr/lib/schoolgate-agent', script: 'lock-window.js' };
/** GNOME's JavaScript, and WebKitGTK as it finds it. */
const GJS = { folder: '/usr/bin', name: 'gjs' };
const WEBKIT = 'WebKit2-4.1.typelib';
/** How often our own window may end at once before a browser is tried. */
const OWN_TRIES = 3;

/** Linux: the configured program, else our own window, else a browser in kiosk mode, in the session of the user at the seat. */
export function createWindowLauncher(dependencies: WindowLauncherDependencies): LockWindowLauncher {
  const { files, pageUrl } = dependencies;
  return {
    async find(crashes): Promise<LockWindowLaunch> {
      const own = crashes < OWN_TRIES ? await ownWindow(files) : null;
      const windowCommand = dependencies.windowCommand ?? own;
      const program = windowCommand?.[0] ?? (await findBrowser(files));
      if (program === null)
        return { found: false, reason: 'no browser is installed that could show the message' };
      const lookup = await findDesktop(dependencies);
      if (!lookup.found) return lookup;
      const { desktop } = lookup;
      // A folder in memory: it is gone after the session, and no profile of the user is touched.
      const cmd =
        windowCommand === null
          ? browserKiosk(program, pageUrl(), `/run/user/${desktop.uid}/schoolgate-lock`)
          : [...windowCommand, pageUrl()];
      return { found: true, program, cmd: desktop.command(cmd), screen: desktop.user };
    },
  };
}

/** Null where the package's script, or what it needs, is not installed. */
async function ownWindow(files: DesktopDependencies['files']): Promise<readonly string[] | null> {
  const { folder, script } = OWN_WINDOW;
  if (!(await files.list(folder)).includes(script)) return null;
  if (!(await files.list(GJS.folder)).includes(GJS.name)) return null;
  // Debian has a folder for each architecture.
  const libraries = [
    '/usr/lib64',
    ...(await files.list('/usr/lib'))
      .filter((name) => name.includes('-linux-'))
      .map((name) => `/usr/lib/${name}`),
  ];
  for (const library of libraries)
    if ((await files.list(`${library}/girepository-1.0`)).includes(WEBKIT))
      return [`${GJS.folder}/${GJS.name}`, '-m', `${folder}/${script}`];
  return null;
}

async function findBrowser(files: DesktopDependencies['files']): Promise<string | null> {
  for (const folder of FOLDERS) {
    const names = await files.list(folder);
    const browser = BROWSERS.find((name) => names.includes(name));
    if (browser !== undefined) return `${folder}/${browser}`;
  }
  return null;
}
