import { OperatorError } from '../../kit/operator-error.ts';

/** The files of a OneRoster set that are read; the others (courses, classes, results, …) do not concern people and units. */
const ROSTER_FILES = ['manifest.csv', 'orgs.csv', 'users.csv', 'roles.csv'] as const;
export type RosterFile = (typeof ROSTER_FILES)[number];
export type RosterFiles = ReadonlyMap<RosterFile, Uint8Array>;

/** The largest file (bytes): a row has some 200, so that the people of a state fit. All are in memory at once. */
export const MAX_FILE_BYTES = 128 * 1_024 * 1_024;

/** Which of the files that are read has this name, however it is written. */
export function rosterFileOf(name: string): RosterFile | null {
  return ROSTER_FILES.find((known) => known === name.toLowerCase()) ?? null;
}

/** A file that is larger than any roster. */
export function tooLarge(name: string): OperatorError {
  return new OperatorError(
    `${name} is larger than ${MAX_FILE_BYTES / 1_024 / 1_024} MiB: this is no roster.`,
  );
}
