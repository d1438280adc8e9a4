import { UserInput } from '../../contracts/rest/users.ts';
import { faultOf } from '../http/problem.ts';
import { createValidatorCompiler } from '../http/schemas/validation.ts';

const fits = createValidatorCompiler([])({ schema: UserInput, method: 'POST', url: '', httpPart: 'body' });

/** Reads a user from an unchecked row. @throws Fault validation_failed with an error for each member that does not fit */
export function readUserInput(row: unknown): UserInput {
  if (fits(row) === true) return row as UserInput;
  throw faultOf({ validation: fits.errors ?? [], validationContext: 'body' });
}
