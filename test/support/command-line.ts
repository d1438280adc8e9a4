import { format } from 'node:util';
import { CommanderError } from 'commander';
import { runCommandLine } from '../../server/cli/command-line.ts';

/** What a command came to, as the process of its own would show it. */
export interface CommandResult {
  readonly code: number;
  /** Without the last line break. */
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the server's command line in this process, which takes a twentieth of starting one. For what a process does itself (its
 * start, signals, standard output in pieces) start a real one. Two at a time run one after the other: they share what they print to.
 */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const result = last.then(() => run(args, env));
  last = result.catch(() => undefined);
  return result;
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandResult> {
  const { log, error } = console;
  const before = { env: { ...process.env }, exitCode: process.exitCode };
  let stdout = '';
  let stderr = '';
  // Not process.stdout: the tests' own output goes there.
  console.log = (...values: unknown[]) => {
    stdout += `${format(...values)}\n`;
  };
  console.error = (...values: unknown[]) => {
    stderr += `${format(...values)}\n`;
  };
  Object.assign(process.env, env);
  process.exitCode = undefined;
  try {
    const failed = await runCommandLine(args, (program) =>
      program.exitOverride().configureOutput({
        writeOut: (text) => {
          stdout += text;
        },
        writeErr: (text) => {
          stderr += text;
        },
      }),
    );
    return { code: failed ?? Number(process.exitCode ?? 0), stdout: stdout.replace(/\n$/, ''), stderr };
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return { code: thrown.exitCode, stdout: stdout.replace(/\n$/, ''), stderr };
  } finally {
    console.log = log;
    console.error = error;
    process.env = before.env;
    process.exitCode = before.exitCode;
  }
}
