/** A defence of the server, as changes of text without which it is as if it had never been made. */
export interface Undoing {
  /** The built file without its ending, below `dist/`. */
  readonly file: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** The variable that holds an `Undoing` as JSON. */
export const UNDOING = 'SCHOOLGATE_TEST_UNDOING';

/** What a server of the tests must be started with, so that the defence is undone that the variable tells, if any. */
export function undoingEnvironment(): Readonly<Record<string, string>> {
  if (process.env[UNDOING] === undefined) return {};
  return { NODE_OPTIONS: `--import=${new URL('undo.ts', import.meta.url)}` };
}
