import type { CommandMessage } from '../../../contracts/mqtt/messages.ts';
import type { DeviceAction, DeviceActions } from '../../ports/device-actions.ts';
import { type CommandHandler, type CommandHandlers, failedWith, fromAttempt } from './command-outcome.ts';

/** Longer than any message that a student reads (characters). */
const MAX_MESSAGE = 2_000;
const MAX_URL = 2_048;

type ActionCommand = 'message' | 'open_url' | 'restart' | 'shutdown' | 'sign_out';

/** The commands that the system does by one action. */
export function createActionCommands(actions: DeviceActions): Pick<CommandHandlers, ActionCommand> {
  return {
    message: withText(actions.showMessage, { names: ['text', 'message'], max: MAX_MESSAGE }),
    open_url: withText(actions.openUrl, { names: ['url'], max: MAX_URL }),
    restart: plain(actions.restart),
    shutdown: plain(actions.shutdown),
    sign_out: plain(actions.signOut),
  };
}

function plain(action: DeviceAction): CommandHandler {
  return async ({ type }) => (action.supported ? fromAttempt(await action.run()) : notSupported(type));
}

function withText(
  action: DeviceAction<string>,
  { names, max }: { readonly names: readonly string[]; readonly max: number },
): CommandHandler {
  return async ({ type, params }) => {
    if (!action.supported) return notSupported(type);
    const text = names.map((name) => params[name]).find((value) => typeof value === 'string');
    if (typeof text !== 'string' || text.trim() === '' || text.length > max) {
      return failedWith('invalid_params', `"${names[0]}" is missing, empty or longer than ${max} characters`);
    }
    return fromAttempt(await action.run(text));
  };
}

function notSupported(type: CommandMessage['type']) {
  return failedWith('not_supported', `this platform cannot carry out "${type}"`);
}
