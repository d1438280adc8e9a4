import { messageOf } from '../../../kit/fault.ts';
import type { LockWindowLaunch, LockWindowLauncher } from '../../ports/lock-window.ts';
import { browserKiosk } from '../browser-kiosk.ts';
import type { WindowsHost } from './host/windows-host.ts';
import { type FoundKey, textIn } from './registry.ts';

export interface WindowLauncherDependencies {
  readonly windows: WindowsHost;
  /** Address of the lock page on this computer. */
  readonly pageUrl: () => string;
  /** A program that draws the page, from the configuration; its last argument will be the page's address. Null: a browser. */
  readonly windowCommand: readonly string[] | null;
}

/** Where Windows notes programs by their file name; the value without a name is the path. */
const APP_PATHS = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths';
const PROFILES = 'SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';
/** Edge comes with Windows. */
const BROWSERS = ['msedge.exe', 'chrome.exe', 'brave.exe', 'firefox.exe'] as const;

/** Windows: the configured program, else a browser in kiosk mode, on the screen of the user at the console. One monitor. */
export function createWindowLauncher(deps: WindowLauncherDependencies): LockWindowLauncher {
  return {
    async find() {
      try {
        return await find(deps);
      } catch (error) {
        return { found: false, reason: messageOf(error) };
      }
    },
  };
}

async function find({
  windows,
  pageUrl,
  windowCommand,
}: WindowLauncherDependencies): Promise<LockWindowLaunch> {
  const user = await windows.call('session', null);
  if (user === null) return { found: false, reason: 'nobody is signed in at the screen' };
  const screen = `${user.session} ${user.user}`;
  const [given] = windowCommand ?? [];
  if (windowCommand !== null && given !== undefined)
    return { found: true, program: given, cmd: [...windowCommand, pageUrl()], screen };
  const profileKey = `${PROFILES}\\${user.sid ?? ''}`;
  const { keys } = await windows.call('registry.read', {
    keys: [...BROWSERS.map((name) => `${APP_PATHS}\\${name}`), profileKey],
  });
  const program = keys.map(programOf).find((path) => path !== null) ?? null;
  if (program === null)
    return { found: false, reason: 'no browser is installed that could show the message' };
  const home = textIn(
    keys.find(({ key }) => key === profileKey),
    'ProfileImagePath',
  );
  if (home === null) return { found: false, reason: 'the folder of the user is not known' };
  const cmd = browserKiosk(program, pageUrl(), `${home}\\AppData\\Local\\Temp\\schoolgate-lock`);
  return { found: true, program, cmd, screen };
}

/** An absolute path; it may stand in quotes. */
function programOf(found: FoundKey): string | null {
  const path = found.key.startsWith(APP_PATHS) ? textIn(found, '')?.replaceAll('"', '') : undefined;
  return path !== undefined && /^[A-Za-z]:\\/.test(path) ? path : null;
}
