import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RunOptions {
  readonly cwd?: string;
  /** In place of this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program. @returns its standard output @throws Error with all that it said, when it fails */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: RunOptions = {},
): Promise<string> {
  try {
    const { stdout } = await run(program, args, {
      env,
      maxBuffer: 64 * 1024 * 1024,
      ...(cwd === undefined ? {} : { cwd }),
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} ${args[0] ?? ''} failed: ${`${stdout}${stderr}`.trim() || String(error)}`, {
      cause: error,
    });
  }
}

/** What a program says of its version, in one line; null = it is not here. */
export async function versionOf(program: string, asked = '--version'): Promise<string | null> {
  try {
    return (await runProgram(program, [asked])).split('\n')[0] ?? '';
  } catch {
    return null;
  }
}
