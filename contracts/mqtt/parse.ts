import { Compile } from 'typebox/compile';
import { CommandMessage, TargetState } from './messages.ts';

const target = Compile(TargetState);
const command = Compile(CommandMessage);

/** The payload of a signed target state; null = it does not fit the schema. */
export function parseTargetState(payload: unknown): TargetState | null {
  return target.Check(payload) ? payload : null;
}

/** The payload of a signed command; null = it does not fit the schema. */
export function parseCommandMessage(payload: unknown): CommandMessage | null {
  return command.Check(payload) ? payload : null;
}
