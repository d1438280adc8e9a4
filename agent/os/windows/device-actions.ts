import { languageOfLocale } from '../../../words/language.ts';
import { NOTIFICATION_WORDS, type NotificationWords } from '../../../words/notifications.ts';
import type { CommandRunner } from '../../ports/command-runner.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import { outcomeOf } from '../command-failure.ts';
import { webUrl } from '../web-url.ts';
import { readConsole } from './console.ts';
import { planUserTask } from './user-task.ts';

/**
 * Windows by shutdown, logoff, msg and the Task Scheduler. Plans tested only; not yet run on Windows.
 * @param locale the system's own, as BCP 47
 */
export function createDeviceActions({
  run,
  locale,
}: {
  readonly run: CommandRunner;
  readonly locale: string;
}): DeviceActions {
  const words = NOTIFICATION_WORDS[languageOfLocale(locale)];
  return {
    restart: action(async () => outcomeOf(await run.run(planPower('/r', words)), 'restarts in 5 s')),
    shutdown: action(async () => outcomeOf(await run.run(planPower('/s', words)), 'turns off in 5 s')),
    signOut: action(async () => {
      const console = await readConsole({ run });
      if (console === null) return done('nobody is signed in at the screen');
      if (console.sessionId === null) return failed('this edition of Windows does not tell the session');
      return outcomeOf(
        await run.run(['logoff.exe', console.sessionId]),
        'the session at the screen was ended',
      );
    }),
    showMessage: action(async (text: string) => {
      const console = await readConsole({ run });
      if (console === null) return failed('nobody is signed in at the screen');
      return outcomeOf(
        await run.run(planMessage(console.sessionId ?? 'console', text, words)),
        'the message is on the screen',
      );
    }),
    openUrl: action(async (text: string) => {
      const url = webUrl(text);
      if (url === null) return failed('not an absolute http or https address');
      const console = await readConsole({ run });
      if (console === null) return failed('nobody is signed in at the screen');
      return outcomeOf(
        await run.run(planUserTask(console.user, 'rundll32.exe', `url.dll,FileProtocolHandler ${url}`)),
        'the page was handed to the browser',
      );
    }),
  };
}

function action<Input>(run: (input: Input) => Promise<Outcome>): DeviceAction<Input> {
  return { supported: true, run };
}

/** /f: programs with unsaved work do not hold it up. */
function planPower(flag: '/r' | '/s', { bySchool }: NotificationWords): readonly string[] {
  return ['shutdown.exe', flag, '/f', '/t', '5', '/c', bySchool];
}

/** Ten minutes on the screen. The text follows a fixed word, so that one that begins with a slash is no option. */
function planMessage(session: string, text: string, { messageTitle }: NotificationWords): readonly string[] {
  return ['msg.exe', session, '/time:600', `${messageTitle}: ${text}`];
}
