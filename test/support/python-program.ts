import { ROOT, startProgram } from './child-process.ts';
import type { ProgramRun } from './sdk-programs.ts';

/** The Python that `tools/sdk-programs.sh` has set up. */
export const PYTHON: string = `${ROOT}sdk/python/.venv/bin/python`;

/**
 * Runs `python ARGS…` with the client's sources and its tests.
 * @param python another Python than that of the tests; it gets no sources, and must have the client installed
 */
export async function runPython(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  python?: string,
): Promise<ProgramRun> {
  const path = python === undefined ? { PYTHONPATH: `${ROOT}sdk/python/src:${ROOT}sdk/python` } : {};
  const fixed = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', NO_PROXY: '127.0.0.1' };
  const program = startProgram(python ?? PYTHON, args, { ...fixed, ...path, ...env });
  const { code } = await program.ended;
  return { code, lines: program.lines, stderr: program.stderr() };
}
