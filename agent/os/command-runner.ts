import { execFile } from 'node:child_process';
import { CANNOT_RUN, type CommandResult, type CommandRunner, STOPPED } from '../ports/command-runner.ts';
import { type FindProgram, findSystemProgram } from './program-paths.ts';

/** On a busy school laptop a program takes up to ten seconds to start; nothing that we run takes longer than that to work. */
const TIMEOUT_MS = 20_000;

/** The longest output we read, `nft -j list table`, is under 100 kB; a program that floods us is stopped. */
const OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * Runs programs with execFile, without a shell, from the system's own folders (program-paths.ts). `env` is what they inherit; their language is set to C, so that output can
 * be parsed.
 */
export function createCommandRunner({
  env,
  find = findSystemProgram,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly find?: FindProgram;
}): CommandRunner {
  return {
    run([name = '', ...args], options = {}) {
      const program = find(name);
      if (program === null)
        return Promise.resolve({ code: CANNOT_RUN, stdout: '', stderr: `${name}: no such program` });
      return new Promise((resolve) => {
        const child = execFile(
          program,
          args,
          {
            env: { ...env, LC_ALL: 'C', LANG: 'C', LANGUAGE: 'C' },
            timeout: options.timeoutMs ?? TIMEOUT_MS,
            killSignal: 'SIGKILL',
            maxBuffer: OUTPUT_LIMIT_BYTES,
            windowsHide: true,
            ...(options.signal === undefined ? {} : { signal: options.signal }),
          },
          (error, stdout, stderr) => resolve(resultOf(error, stdout, stderr)),
        );
        // A program that ends without reading its input breaks the pipe; its output and code say what happened.
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(options.stdin ?? '');
      });
    },
  };
}

function resultOf(
  error: (Error & { readonly code?: unknown }) | null,
  stdout: string,
  stderr: string,
): CommandResult {
  if (error === null) return { code: 0, stdout, stderr };
  if (typeof error.code === 'number') return { code: error.code, stdout, stderr };
  const cannotRun =
    error.code === 'ENOENT' ||
    error.code === 'EACCES' ||
    error.code === 'ENOEXEC' ||
    error.code === 'ENOTDIR';
  return { code: cannotRun ? CANNOT_RUN : STOPPED, stdout, stderr: stderr === '' ? error.message : stderr };
}
