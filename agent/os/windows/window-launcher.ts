import { messageOf } from '../../../kit/fault.ts';
import { languageOfLocale } from '../../../words/language.ts';
import { LOCK_PAGE_WORDS } from '../../../words/lock-page.ts';
import type { LockMessage, LockWindowLaunch, LockWindowLauncher } from '../../ports/lock-window.ts';
import { browserKiosk } from '../browser-kiosk.ts';
import { titleOf } from '../lock-page-html.ts';
import type { WindowsHost } from './host/windows-host.ts';
import { type FoundKey, textIn } from './registry.ts';

export interface WindowLauncherDependencies {
  readonly windows: WindowsHost;
  /** The host's own program: its `session window` covers every monitor. */
  readonly hostProgram: string;
  /** Of the system. */
  readonly locale: string;
  /** Address of the lock page on this computer. */
  readonly pageUrl: () => string;
  /** A program that draws the page, from the configuration; its last argument will be the page's address. Null: our own window. */
  readonly windowCommand: readonly string[] | null;
}

/** Where Windows notes programs by their file name; the value without a name is the path. */
const APP_PATHS = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths';
const PROFILES = 'SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';
/** Edge comes with Windows. */
const BROWSERS = ['msedge.exe', 'chrome.exe', 'brave.exe', 'firefox.exe'] as const;

/** How often our own window may end at once before a browser is tried without it. */
const OWN_TRIES = 3;
/** Of a cover (characters): a command line of Windows has 32,767. */
const MAX_TEXT = 2_000;

/**
 * Windows: the configured program, else our own window on every monitor, with the page in a browser on the main one, or with the whole message where there is no browser; on the
 * screen of the user at the console.
 */
export function createWindowLauncher(deps: WindowLauncherDependencies): LockWindowLauncher {
  return {
    async find(crashes, message) {
      try {
        return await find(deps, crashes, message);
      } catch (error) {
        return { found: false, reason: messageOf(error) };
      }
    },
  };
}

async function find(
  { windows, hostProgram, locale, pageUrl, windowCommand }: WindowLauncherDependencies,
  crashes: number,
  message: LockMessage | null,
): Promise<LockWindowLaunch> {
  const user = await windows.call('session', null);
  if (user === null) return { found: false, reason: 'nobody is signed in at the screen' };
  const screen = `${user.session} ${user.user}`;
  const [given] = windowCommand ?? [];
  if (windowCommand !== null && given !== undefined)
    return { found: true, program: given, cmd: [...windowCommand, pageUrl()], screen };
  const browser = await findBrowser(windows, user.sid ?? '');
  const kiosk = browser === null ? null : browserKiosk(browser.program, pageUrl(), browser.profile);
  if (crashes < OWN_TRIES) {
    const text = textOf(message, locale, kiosk === null ? 'whole' : 'title');
    const own = [hostProgram, 'session', 'window', '--text', text];
    const cmd = kiosk === null ? own : [...own, '--', ...kiosk];
    return { found: true, program: hostProgram, cmd, screen: `${screen} ${text}` };
  }
  if (browser === null || kiosk === null)
    return { found: false, reason: 'no browser is installed that could show the message' };
  return { found: true, program: browser.program, cmd: kiosk, screen };
}

/** Null where none is installed, or nobody knows where its profile may lie. */
async function findBrowser(
  windows: WindowsHost,
  sid: string,
): Promise<{ readonly program: string; readonly profile: string } | null> {
  const profileKey = `${PROFILES}\\${sid}`;
  const { keys } = await windows.call('registry.read', {
    keys: [...BROWSERS.map((name) => `${APP_PATHS}\\${name}`), profileKey],
  });
  const program = keys.map(programOf).find((path) => path !== null) ?? null;
  const home = textIn(
    keys.find(({ key }) => key === profileKey),
    'ProfileImagePath',
  );
  if (program === null || home === null) return null;
  return { program, profile: `${home}\\AppData\\Local\\Temp\\schoolgate-lock` };
}

/** The page says the rest, where there is one. */
function textOf(message: LockMessage | null, locale: string, which: 'title' | 'whole'): string {
  const words = LOCK_PAGE_WORDS[languageOfLocale(locale)];
  const title = message === null ? words.locked : titleOf(message, words);
  const parts = which === 'title' ? [title] : [title, message?.text ?? null, message?.help ?? null];
  const text = parts.filter((part) => part !== null).join('\n\n');
  // No program gets a NUL by its arguments.
  return [...text.replaceAll('\0', '')].slice(0, MAX_TEXT).join('');
}

/** An absolute path; it may stand in quotes. */
function programOf(found: FoundKey): string | null {
  const path = found.key.startsWith(APP_PATHS) ? textIn(found, '')?.replaceAll('"', '') : undefined;
  return path !== undefined && /^[A-Za-z]:\\/.test(path) ? path : null;
}
