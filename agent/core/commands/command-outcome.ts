import type { CommandType } from '../../../contracts/device/command.ts';
import type { CommandMessage } from '../../../contracts/mqtt/messages.ts';
import type { Outcome } from '../../ports/outcome.ts';

/** What came of a command. */
export interface CommandOutcome {
  readonly state: 'succeeded' | 'failed';
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

/** Carries one type of command out. A thrown error becomes `internal_error`. */
export type CommandHandler = (command: CommandMessage) => Promise<CommandOutcome>;
export type CommandHandlers = Readonly<Record<CommandType, CommandHandler>>;

export function succeeded(result: CommandOutcome['result']): CommandOutcome {
  return { state: 'succeeded', result, error: null };
}

export function failedWith(
  code: string,
  detail: string,
  result: CommandOutcome['result'] = null,
): CommandOutcome {
  return { state: 'failed', result, error: { code, detail: detail.slice(0, 1_000) } };
}

/** Turns the result of a change to the computer into the outcome of its command. A change that was only observed counts as success, and the outcome says so. */
export function fromAttempt({ done, detail, observed }: Outcome): CommandOutcome {
  if (observed) return succeeded({ observed: true, detail });
  return done ? succeeded({ detail }) : failedWith('not_done', detail);
}
