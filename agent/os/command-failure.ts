import { CANNOT_RUN, type CommandResult } from '../ports/command-runner.ts';
import { done, failed, type Outcome } from '../ports/outcome.ts';

/** Why a program failed: the first line of its error output, otherwise how it ended. @param program null = do not name it */
export function failureOf({ stderr, code }: CommandResult, program: string | null = null): string {
  if (program !== null && code === CANNOT_RUN) return `${program} is not installed`;
  const [line = ''] = stderr.trim().split(/\r?\n/, 1);
  return line || `${program === null ? '' : `${program} `}ended with ${code}`;
}

/** What came of an action that one program carries out. @param detail what was done, where it was */
export function outcomeOf(result: CommandResult, detail: string): Outcome {
  if (result.code === 0) return done(detail);
  return failed(
    result.code === CANNOT_RUN ? `a program is missing: ${result.stderr.trim()}` : failureOf(result),
  );
}
