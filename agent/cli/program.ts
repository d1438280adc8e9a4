import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { LOG_LEVELS, type LogLevel } from '../../contracts/log-levels.ts';
import { messageOf } from '../../kit/fault.ts';
import { AgentError, EnrollmentWaiting, ServerAway } from '../ports/agent-error.ts';
import { AGENT_VERSION } from '../report/version.ts';
import { defaultStateFolder } from '../state/state-folder.ts';
import { diagnosticsCommand } from './diagnostics-command.ts';
import { enrollCommand } from './enroll-command.ts';
import { mayRemoveCommand } from './removal-code.ts';
import { rescueCommand } from './rescue-command.ts';
import { restoreCommand } from './restore-command.ts';
import { runCommand } from './run-command.ts';
import { statusCommand } from './status-command.ts';
import { unenrollCommand } from './unenroll-command.ts';

/** The default port of the lock page on 127.0.0.1; the proxy's /locked leads there. */
const LOCK_PAGE_PORT = 8124;
/** The default port of the resolver. Linux can redirect look-ups to any port; the other systems ask at port 53 only. */
const DNS_PORT = process.platform === 'linux' ? 5300 : 53;
const PROXY_PORT = 8123;
const RELAY_PORT = 8443;

/** As sysexits.h has it: the same command later may succeed. */
const TRY_LATER = 75;

/** Runs the command line. @returns the exit code: 0, or 1 or 75 (the same may succeed later) after one sentence on standard error */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(argv);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    if (!(error instanceof AgentError)) throw error;
    console.error(`schoolgate-agent: ${messageOf(error)}`);
    return error instanceof ServerAway || error instanceof EnrollmentWaiting ? TRY_LATER : 1;
  }
}

function program(): Command {
  const cli = new Command('schoolgate-agent')
    .description('Schoolgate on a laptop: enrolls it, reports, and carries out what the school signs.')
    .version(AGENT_VERSION)
    .exitOverride()
    .showHelpAfterError('(--help tells more)');

  withStateDir(cli.command('enroll'))
    .description(
      'Enrolls this computer with a school server. A second time with the same server gives the same device back.',
    )
    .addOption(
      new Option('--server <url>', 'address of the server, e.g. https://schoolgate.school.example')
        .env('SCHOOLGATE_SERVER')
        .makeOptionMandatory(),
    )
    // In the environment no other account of the computer can read it.
    .addOption(
      new Option(
        '--token <token>',
        'enrollment token (sget_…) from the dashboard or "schoolgate enrollment-tokens create"',
      )
        .env('SCHOOLGATE_ENROLLMENT_TOKEN')
        .makeOptionMandatory(),
    )
    .option('--json', 'print {"deviceId", …} instead of a sentence')
    .option(
      '--wait <minutes>',
      'how long to ask again when an administrator has to agree first; you can also run the command again later',
      readMinutes,
      0,
    )
    .action(enrollCommand);

  withStateDir(cli.command('run'))
    .description('Runs the agent until SIGTERM or SIGINT. The service of the operating system calls this.')
    .option('--observe', 'watch and report only: nothing on this computer is changed, no lock takes effect')
    .addOption(exitWithStdin())
    .addOption(
      new Option('--filter <on|off>', 'whether this computer is filtered; default: on for an administrator')
        .choices(['on', 'off'])
        .env('SCHOOLGATE_AGENT_FILTER'),
    )
    .addOption(
      new Option('--worker-user <account>', 'account of the process that talks to the network (Linux)')
        .env('SCHOOLGATE_AGENT_WORKER_USER')
        .default('schoolgate'),
    )
    .addOption(portOption('dns', 'port of the resolver on 127.0.0.1 and ::1', DNS_PORT))
    .addOption(portOption('proxy', 'port of the proxy and its pages', PROXY_PORT))
    .addOption(portOption('relay', 'port of the TLS relay (Linux)', RELAY_PORT))
    .addOption(portOption('lock-page', 'port of the lock page on 127.0.0.1', LOCK_PAGE_PORT))
    .addOption(logLevel())
    .action(runCommand);

  withStateDir(cli.command('status'))
    .description('Tells what the agent on this computer is doing; works while it runs and while it does not.')
    .option('--json', 'print JSON')
    .action(statusCommand);

  withStateDir(cli.command('diagnostics'))
    .description(
      'Packs logs, state and proofs into one .tar.gz for a helpdesk, without a secret in it; as administrator all, else what you may read.',
    )
    .option('--out <file>', 'a new file; default: schoolgate-diagnostics-TIME.tar.gz here')
    .option('--json', 'print JSON')
    .action(diagnosticsCommand);

  addWaysOut(cli);
  return cli;
}

/** Adds the commands that remove Schoolgate from the computer, or undo its settings. */
function addWaysOut(cli: Command): void {
  withRemovalCode(cli.command('unenroll'))
    .description(
      'Gives this computer back and forgets the enrollment. The server keeps the device in its list until it is removed there.',
    )
    .option('--json', 'print JSON')
    .action(unenrollCommand);

  withStateDir(cli.command('may-remove', { hidden: true }))
    .description('For the scripts of packages: whether Schoolgate may be taken off this computer.')
    .action(mayRemoveCommand);

  withRemovalCode(cli.command('restore'))
    .description(
      'Gives this computer back as it was before the filter and the lock. Needs no server; for administrators; may be repeated.',
    )
    .option('--force', 'also while an agent runs that is no service: it will filter again')
    .option('--json', 'print JSON')
    .action(restoreCommand);

  withStateDir(cli.command('rescue'))
    .description(
      'For the service manager, when the agent keeps failing: opens DNS and https if the policy says fail mode "open".',
    )
    .option('--json', 'print JSON')
    .action(rescueCommand);
}

/** Adds the option for the removal code. SCHOOLGATE_REMOVAL_CODE is the better place for it, because a list of processes shows arguments to everybody. */
function withRemovalCode(command: Command): Command {
  return withStateDir(command)
    .option(
      '--code <code>',
      'removal code of this laptop, from the school’s administrators (SCHOOLGATE_REMOVAL_CODE); asked for on a terminal',
    )
    .option('--without-code', 'go on without the code; the school is told');
}

/** A day is longer than anybody waits at a screen. */
const MAX_WAIT_MINUTES = 1_440;

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+$/.test(text) && minutes <= MAX_WAIT_MINUTES) return minutes;
  throw new InvalidArgumentError(`minutes are a number from 0 to ${MAX_WAIT_MINUTES}.`);
}

function withStateDir(command: Command): Command {
  const fallback = defaultStateFolder(process.platform, process.env);
  return command.option(
    '--state-dir <dir>',
    'folder of the agent’s state, private to it (SCHOOLGATE_AGENT_STATE_DIR)',
    fallback,
  );
}

function exitWithStdin(): Option {
  const option = new Option(
    '--exit-with-stdin',
    'stop when standard input ends: so that the agent does not outlive the program that started it',
  );
  return option.env('SCHOOLGATE_AGENT_EXIT_WITH_STDIN');
}

/** `--dns-port`, from the environment SCHOOLGATE_AGENT_DNS_PORT. */
function portOption(name: string, about: string, fallback: number): Option {
  return new Option(`--${name}-port <port>`, `${about}; 0 = any free one`)
    .env(`SCHOOLGATE_AGENT_${name.toUpperCase().replaceAll('-', '_')}_PORT`)
    .default(fallback)
    .argParser((text) => {
      const port = Number(text);
      if (/^\d+$/.test(text) && port <= 65_535) return port;
      throw new InvalidArgumentError('a port is a number from 0 to 65535.');
    });
}

function logLevel(): Option {
  return new Option('--log-level <level>', 'what to log on standard error')
    .choices(LOG_LEVELS)
    .env('SCHOOLGATE_LOG_LEVEL')
    .default('info' satisfies LogLevel);
}
