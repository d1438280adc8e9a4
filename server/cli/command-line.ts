import { Command, CommanderError } from 'commander';
import { Fault } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCategories } from './categories.ts';
import { addCategoryExchange } from './category-exchange.ts';
import { addDevices } from './devices.ts';
import { addDoctor } from './doctor.ts';
import { addEnrollmentRequests } from './enrollment-requests.ts';
import { addEnrollmentTokens } from './enrollment-tokens.ts';
import { addHeldDevices } from './held-devices.ts';
import { addImport } from './import-oneroster.ts';
import { addKeys } from './keys.ts';
import { addPlan } from './plan.ts';
import { addRestore } from './restore.ts';
import { addServe } from './serve.ts';
import { addSignInLink } from './sign-in-link.ts';
import { addWebhooks } from './webhooks-listen.ts';

/**
 * Runs the command that the arguments name, to its end.
 * @param prepare changes the parser before it has commands: for tests
 * @returns the exit status of a command that failed; null = it did its work, and `process.exitCode` says the rest
 */
export async function runCommandLine(
  args: readonly string[],
  prepare: (program: Command) => void = () => undefined,
): Promise<1 | null> {
  const program = new Command('schoolgate')
    .description('Schoolgate: web filtering and device management for schools, on your own server.')
    .showHelpAfterError('(add --help to see what there is)')
    .enablePositionalOptions();
  prepare(program);
  for (const add of [
    addServe,
    addKeys,
    addPlan,
    addEnrollmentTokens,
    addEnrollmentRequests,
    addDevices,
    addHeldDevices,
    addSignInLink,
    (program: Command) => addCategoryExchange(addCategories(program)),
    addDoctor,
    addAudit,
    addBackup,
    addRestore,
    addImport,
    addWebhooks,
  ])
    add(program);
  requireKnownCommand(program, args);

  try {
    await program.parseAsync(args, { from: 'user' });
    return null;
  } catch (error) {
    // The parser has already printed what was wrong.
    if (error instanceof CommanderError) throw error;
    const forPeople = error instanceof OperatorError || error instanceof Fault;
    console.error(forPeople ? `schoolgate: ${error.message}` : error);
    return 1;
  }
}

/**
 * Ends with status 1 and the commands that there are when the command line names another, also within a group such as "keys". The library itself would
 * take it for an argument of the default command.
 */
function requireKnownCommand(group: Command, [given, ...rest]: readonly string[]): void {
  if (given === undefined || given.startsWith('-') || given === 'help' || group.commands.length === 0) return;
  const command = group.commands.find((one) => one.name() === given || one.aliases().includes(given));
  if (command !== undefined) {
    requireKnownCommand(command, rest);
    return;
  }
  const names = group.commands.map((one) => one.name());
  group.error(`schoolgate: "${given}" is no command. There are: ${names.join(', ')}.`);
}
