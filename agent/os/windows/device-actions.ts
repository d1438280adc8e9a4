import { messageOf } from '../../../kit/fault.ts';
import { languageOfLocale } from '../../../words/language.ts';
import { NOTIFICATION_WORDS } from '../../../words/notifications.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import { webUrl } from '../web-url.ts';
import type { WindowsHost } from './host/windows-host.ts';

/** Long enough to send the result first. */
const SECONDS_TO_END = 5;
/** How long a message stays when nobody closes it. */
const MESSAGE_SECONDS = 600;

export interface DeviceActionsDependencies {
  readonly windows: WindowsHost;
  /** The host's own program. */
  readonly hostProgram: string;
  /** The system's own, as BCP 47. */
  readonly locale: string;
}

/** Windows, by the native host. */
export function createDeviceActions({
  windows,
  hostProgram,
  locale,
}: DeviceActionsDependencies): DeviceActions {
  const words = NOTIFICATION_WORDS[languageOfLocale(locale)];
  const end = async (restart: boolean): Promise<Outcome> => {
    await windows.call('computer.end', { restart, seconds: SECONDS_TO_END, message: words.bySchool });
    return done(`${restart ? 'restarts' : 'turns off'} in ${SECONDS_TO_END} s`);
  };
  const somebody = async (act: () => Promise<Outcome>, nobody: Outcome): Promise<Outcome> =>
    (await windows.call('session', null)) === null ? nobody : await act();
  const unseen = failed('nobody is signed in at the screen');
  return {
    restart: action(() => end(true)),
    shutdown: action(() => end(false)),
    signOut: action(() =>
      somebody(async () => {
        await windows.call('user.signOut', null);
        return done('the session at the screen was ended');
      }, done('nobody is signed in at the screen')),
    ),
    showMessage: action((text: string) =>
      somebody(async () => {
        await windows.call('user.message', { title: words.messageTitle, text, seconds: MESSAGE_SECONDS });
        return done('the message is on the screen');
      }, unseen),
    ),
    openUrl: action(async (text: string) => {
      const url = webUrl(text);
      if (url === null) return failed('not an absolute http or https address');
      return await somebody(async () => {
        await windows.call('user.start', { program: hostProgram, arguments: ['session', 'open', url] });
        return done('the page was handed to the browser');
      }, unseen);
    }),
  };
}

/** What Windows or the host refuses is an outcome. */
function action<Input>(run: (input: Input) => Promise<Outcome>): DeviceAction<Input> {
  return {
    supported: true,
    run: async (input) => {
      try {
        return await run(input);
      } catch (error) {
        return failed(messageOf(error));
      }
    },
  };
}
