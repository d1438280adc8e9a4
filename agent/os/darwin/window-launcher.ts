import type { CommandRunner } from '../../ports/command-runner.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { LockWindowLauncher } from '../../ports/lock-window.ts';
import { browserKiosk } from '../browser-kiosk.ts';
import { inSession, readConsole } from './console.ts';

export interface WindowLauncherDependencies {
  readonly run: CommandRunner;
  readonly files: FileReader;
  /** Address of the lock page on this computer. */
  readonly pageUrl: () => string;
  /** A program that draws the page, from the configuration; its last argument will be the page's address. Null: a browser. */
  readonly windowCommand: readonly string[] | null;
}

const BROWSERS = ['Google Chrome', 'Microsoft Edge', 'Brave Browser', 'Chromium', 'Firefox'];

/** macOS: the configured program, else a browser in kiosk mode, in the console user's session. Not yet run on a Mac. */
export function createWindowLauncher({
  run,
  files,
  pageUrl,
  windowCommand,
}: WindowLauncherDependencies): LockWindowLauncher {
  return {
    async find() {
      const program = windowCommand?.[0] ?? (await findBrowser(files));
      if (program === null)
        return { found: false, reason: 'no browser is installed that could show the message' };
      const console = await readConsole({ run });
      if (console === null) return { found: false, reason: 'nobody is signed in at the screen' };
      const cmd =
        windowCommand === null
          ? browserKiosk(program, pageUrl(), `/tmp/schoolgate-lock-${console.uid}`)
          : [...windowCommand, pageUrl()];
      return { found: true, program, cmd: inSession(console, cmd), screen: console.user };
    },
  };
}

async function findBrowser(files: FileReader): Promise<string | null> {
  const applications = await files.list('/Applications');
  const name = BROWSERS.find((browser) => applications.includes(`${browser}.app`));
  if (name === undefined) return null;
  return `/Applications/${name}.app/Contents/MacOS/${name === 'Firefox' ? 'firefox' : name}`;
}
