/** A defence of the server, as changes of text without which it is as if it had never been made. */
export interface Undoing {
  /** The source, from the repository's root. */
  readonly file: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** The variable that holds an `Undoing` as JSON. */
export const UNDOING = 'SCHOOLGATE_TEST_UNDOING';
/** The variable that names a file: while it is there, the disk is as good as full. */
export const FULL_DISK = 'SCHOOLGATE_TEST_FULL_DISK';

/** What a server of the tests is started with: a disk that `fullDisk` fills, and a defence that is undone, where the variable of this process tells one. */
export function preloadEnvironment(fullDisk: string): Readonly<Record<string, string>> {
  const files = process.env[UNDOING] === undefined ? ['pretend-disk'] : ['pretend-disk', 'undo'];
  const preloads = files.map((file) => `--import=${new URL(`${file}.ts`, import.meta.url)}`);
  return { [FULL_DISK]: fullDisk, NODE_OPTIONS: preloads.join(' ') };
}
