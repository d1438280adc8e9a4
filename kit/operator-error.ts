/**
 * An error that the person at the terminal can fix. Its message is a whole sentence that names what is wrong and what to do. It is printed without a stack, and
 * the process ends with status 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The code of a system error (`EACCES`, `ENOENT`, …), or null for any other value. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
