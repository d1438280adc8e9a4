import { isTerminal } from '../../contracts/device/command.ts';
import type { CommandRecord, CommandStep } from '../ports/commands.ts';

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
