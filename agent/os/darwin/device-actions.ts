import { CANNOT_RUN, type CommandResult, type CommandRunner } from '../../ports/command-runner.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
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

/** The text is an argument of the script, not a part of it. A notification: a dialog would hold the agent until it is answered. */
function planMessage(text: string): readonly string[] {
  const show = 'display notification (item 1 of argv) with title "Message from your school"';
  return ['osascript', '-e', 'on run argv', '-e', show, '-e', 'end run', text];
}

function outcomeOf(result: CommandResult, detail: string): Outcome {
  if (result.code === 0) return done(detail);
  if (result.code === CANNOT_RUN) return failed(`a program is missing: ${result.stderr.trim()}`);
  return failed(result.stderr.trim().split('\n')[0] || `ended with ${result.code}`);
}
