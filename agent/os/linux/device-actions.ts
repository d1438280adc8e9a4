import type { Language } from '../../../contracts/languages.ts';
import { NOTIFICATION_WORDS } from '../../../words/notifications.ts';
import type { CommandRunner } from '../../ports/command-runner.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import { outcomeOf } from '../command-failure.ts';
import { webUrl } from '../web-url.ts';
import { type Desktop, type DesktopDependencies, findDesktop } from './desktop.ts';
import { readSeat } from './seat.ts';

/** Time for the result to leave before the computer goes down. */
const POWER_DELAY_SECONDS = 5;

/** Linux by systemd, notify-send(1) and xdg-open(1). */
export function createDeviceActions(dependencies: DesktopDependencies): DeviceActions {
  const { run } = dependencies;
  const onDesktop = async (
    cmd: (desktop: Desktop) => readonly string[],
    detail: string,
  ): Promise<Outcome> => {
    const lookup = await findDesktop(dependencies);
    if (!lookup.found) return failed(lookup.reason);
    return outcomeOf(await run.run(lookup.desktop.command(cmd(lookup.desktop))), detail);
  };
  return {
    restart: action(async () =>
      outcomeOf(await run.run(planPower('reboot')), `restarts in ${POWER_DELAY_SECONDS} s`),
    ),
    shutdown: action(async () =>
      outcomeOf(await run.run(planPower('poweroff')), `turns off in ${POWER_DELAY_SECONDS} s`),
    ),
    signOut: action(() => signOut(run)),
    showMessage: action((text: string) =>
      onDesktop(({ language }) => planMessage(text, language), 'the message was handed to the desktop'),
    ),
    openUrl: action(async (text: string) => {
      const url = webUrl(text);
      if (url === null) return failed('not an absolute http or https address');
      return onDesktop(() => ['xdg-open', url], 'the page was handed to the browser');
    }),
  };
}

function action<Input>(run: (input: Input) => Promise<Outcome>): DeviceAction<Input> {
  return { supported: true, run };
}

/** A transient timer outlives the agent, which the shutdown ends too. */
function planPower(verb: 'reboot' | 'poweroff'): readonly string[] {
  return [
    'systemd-run',
    '--collect',
    `--on-active=${POWER_DELAY_SECONDS}`,
    '--timer-property=AccuracySec=100ms',
    'systemctl',
    verb,
  ];
}

/** Notifications may read their text as markup, so its three special characters are written out. */
function planMessage(text: string, language: Language): readonly string[] {
  const plain = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return [
    'notify-send',
    '--app-name=Schoolgate',
    '--urgency=critical',
    '--',
    NOTIFICATION_WORDS[language].messageTitle,
    plain,
  ];
}

async function signOut(run: CommandRunner): Promise<Outcome> {
  const seat = await readSeat({ run });
  if (seat === null) return done('nobody is signed in at the screen');
  if (seat.sessionId === null) return failed('there is no logind to end the session');
  return outcomeOf(
    await run.run(['loginctl', 'terminate-session', seat.sessionId]),
    'the session at the screen was ended',
  );
}
