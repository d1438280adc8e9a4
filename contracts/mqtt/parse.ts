import { Compile } from 'typebox/compile';
import { CommandMessage, TargetState } from './messages.ts';

const target = Compile(TargetState);
const command = Compile(CommandMessage);

/** A signed target state's payload, or null when it does not fit the schema. */
export function parseTargetState(payload: unknown): TargetState | null {
  return target.Check(payload) ? payload : null;
}

/** A signed command's payload, or null when it does not fit the schema. */
export function parseCommandMessage(payload: unknown): CommandMessage | null {
  return command.Check(payload) ? payload : null;
}
