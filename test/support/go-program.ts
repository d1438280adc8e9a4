import { spawnSync } from 'node:child_process';
import { ROOT, startProgram } from './child-process.ts';
import type { ProgramRun } from './sdk-programs.ts';

/** The Go of this machine, else the one that `tools/sdk-programs.sh` has set up. */
const GO: string =
  spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0 ? 'go' : `${ROOT}sdk/python/.venv/bin/go`;

/**
 * Runs `go ARGS…`. It fetches nothing: neither packages nor another Go.
 * @param folder default: that of the client
 */
export async function runGo(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<ProgramRun> {
  const fixed = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', CGO_ENABLED: '0' };
  return runBuilt(GO, ['-C', folder ?? `${ROOT}sdk/go`, ...args], { ...fixed, ...env });
}

/** Runs a program that `go build` has made. */
export async function runBuilt(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProgramRun> {
  const program = startProgram(file, args, { NO_PROXY: '127.0.0.1', ...env });
  const { code } = await program.ended;
  return { code, lines: program.lines, stderr: program.stderr() };
}
