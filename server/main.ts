import { Command } from 'commander';
import { Fault } from '../kit/fault.ts';
import { addDoctor } from './cli/doctor.ts';
import { addEnrollmentTokens } from './cli/enrollment-tokens.ts';
import { addKeys } from './cli/keys.ts';
import { addServe } from './cli/serve.ts';
import { addSignInLink } from './cli/sign-in-link.ts';
import { OperatorError } from './operator-error.ts';

const program = new Command('schoolgate')
  .description('Schoolgate: web filtering and device management for schools, on your own server.')
  .showHelpAfterError('(add --help to see what there is)')
  .enablePositionalOptions();
for (const add of [addServe, addKeys, addEnrollmentTokens, addSignInLink, addDoctor]) add(program);

try {
  await program.parseAsync();
} catch (error) {
  const forPeople = error instanceof OperatorError || error instanceof Fault;
  console.error(forPeople ? `schoolgate: ${error.message}` : error);
  process.exit(1);
}
