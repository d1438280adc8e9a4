import { Command } from 'commander';
import { Fault } from '../kit/fault.ts';
import { addAudit } from './cli/audit.ts';
import { addBackup } from './cli/backup.ts';
import { addCategories } from './cli/categories.ts';
import { addDoctor } from './cli/doctor.ts';
import { addEnrollmentRequests } from './cli/enrollment-requests.ts';
import { addEnrollmentTokens } from './cli/enrollment-tokens.ts';
import { addImport } from './cli/import.ts';
import { addKeys } from './cli/keys.ts';
import { requireKnownCommand } from './cli/known-commands.ts';
import { addRestore } from './cli/restore.ts';
import { addServe } from './cli/serve.ts';
import { addSignInLink } from './cli/sign-in-link.ts';
import { addWebhooks } from './cli/webhooks-listen.ts';
import { OperatorError } from './operator-error.ts';

const program = new Command('schoolgate')
  .description('Schoolgate: web filtering and device management for schools, on your own server.')
  .showHelpAfterError('(add --help to see what there is)')
  .enablePositionalOptions();
for (const add of [
  addServe,
  addKeys,
  addEnrollmentTokens,
  addEnrollmentRequests,
  addSignInLink,
  addCategories,
  addDoctor,
  addAudit,
  addBackup,
  addRestore,
  addImport,
  addWebhooks,
])
  add(program);
requireKnownCommand(program, process.argv.slice(2));

try {
  await program.parseAsync();
} catch (error) {
  const forPeople = error instanceof OperatorError || error instanceof Fault;
  console.error(forPeople ? `schoolgate: ${error.message}` : error);
  process.exit(1);
}
