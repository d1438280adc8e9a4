import { isTerminal } from '../../contracts/device/command.ts';
import type { EventType } from '../../contracts/events/catalogue.ts';
import type { CommandRecord, CommandStep } from '../ports/commands.ts';
import type { Transaction } from '../ports/store.ts';
import { toCommand } from '../views/command.ts';

const END_EVENTS = {
  cancelled: 'command.cancelled',
  superseded: 'command.superseded',
  failed: 'command.failed',
} as const satisfies Record<string, EventType>;

interface EndStep {
  readonly to: keyof typeof END_EVENTS;
  readonly at: number;
  readonly error?: { readonly code: string; readonly detail: string };
}

/** Ends a command as `endCommands` does. Null when it has ended otherwise meanwhile. */
export async function endCommand(
  tx: Transaction,
  command: CommandRecord,
  step: EndStep,
): Promise<CommandRecord | null> {
  const [ended] = await endCommands(tx, [command], step);
  return ended ?? null;
}

/** Ends commands, each with its event, and wakes whoever waits for them. @returns those that had not ended otherwise meanwhile */
export async function endCommands(
  tx: Transaction,
  commands: readonly CommandRecord[],
  step: EndStep,
): Promise<readonly CommandRecord[]> {
  if (commands.length === 0) return [];
  const ended = await tx.commands.advanceMany(
    commands.map(({ id }) => id),
    step,
  );
  await tx.events.appendMany(
    ended.map((command) => ({
      type: END_EVENTS[step.to],
      organisationId: command.organisationId,
      at: step.at,
      deviceId: command.deviceId,
      data: { command: toCommand(command) },
    })),
  );
  for (const { id } of ended) tx.wake({ kind: 'command', commandId: id });
  return ended;
}

/** A command after an allowed step: with its new status, the time that belongs to it, and what came of it. */
export function afterStep(command: CommandRecord, step: CommandStep): CommandRecord {
  return {
    ...command,
    status: step.to,
    sentAt: step.to === 'sent' ? step.at : command.sentAt,
    acknowledgedAt: step.to === 'acknowledged' ? step.at : command.acknowledgedAt,
    completedAt: isTerminal(step.to) ? step.at : command.completedAt,
    result: step.result === undefined ? command.result : step.result,
    error: step.error === undefined ? command.error : step.error,
  };
}
