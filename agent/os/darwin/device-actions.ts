import { NOTIFICATION_WORDS } from '../../../words/notifications.ts';
import type { CommandRunner } from '../../ports/command-runner.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import { outcomeOf } from '../command-failure.ts';
import { webUrl } from '../web-url.ts';
import { inSession, readConsole } from './console.ts';

/** macOS by shutdown(8), launchctl(1), osascript(1) and open(1). Plans tested only; not yet run on a Mac. */
export function createDeviceActions({ run }: { readonly run: CommandRunner }): DeviceActions {
  const inUsersSession = async (cmd: readonly string[], detail: string): Promise<Outcome> => {
    const console = await readConsole({ run });
    return console === null
      ? failed('nobody is signed in at the screen')
      : outcomeOf(await run.run(inSession(console, cmd)), detail);
  };
  return {
    restart: action(async () => outcomeOf(await run.run(planPower('-r')), 'restarts in 5 s')),
    shutdown: action(async () => outcomeOf(await run.run(planPower('-h')), 'turns off in 5 s')),
    signOut: action(async () => {
      const console = await readConsole({ run });
      if (console === null) return done('nobody is signed in at the screen');
      return outcomeOf(
        await run.run(['launchctl', 'bootout', `gui/${console.uid}`]),
        'the session at the screen was ended',
      );
    }),
    showMessage: action((text: string) =>
      inUsersSession(planMessage(text), 'the message was handed to the desktop'),
    ),
    openUrl: action(async (text: string) => {
      const url = webUrl(text);
      return url === null
        ? failed('not an absolute http or https address')
        : inUsersSession(['open', url], 'the page was handed to the browser');
    }),
  };
}

function action<Input>(run: (input: Input) => Promise<Outcome>): DeviceAction<Input> {
  return { supported: true, run };
}

/** shutdown(8) counts in minutes ("now", "+1"); the pause lets the result leave first. $0 keeps the verb out of the script's text. */
function planPower(flag: '-r' | '-h'): readonly string[] {
  return ['sh', '-c', '(sleep 5; exec shutdown "$0" now) >/dev/null 2>&1 &', flag];
}

/**
 * The texts are arguments of the script, not parts of it. The title is in the language of the user's session, which only a program in it can tell. A notification: a
 * dialog would hold the agent until it is answered.
 */
function planMessage(text: string): readonly string[] {
  const { en, es } = NOTIFICATION_WORDS;
  const script = [
    'on run argv',
    'set heading to item 2 of argv',
    'if (user locale of (system info)) starts with "es" then set heading to item 3 of argv',
    'display notification (item 1 of argv) with title heading',
    'end run',
  ];
  return ['osascript', ...script.flatMap((line) => ['-e', line]), text, en.messageTitle, es.messageTitle];
}
