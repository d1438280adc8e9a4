/** Why a line gave no name. */
export type LineProblem = 'malformed' | 'not_a_whole_host' | 'too_long';

/** What takes the names of a list, as they are written there. */
export interface NameSink {
  name(text: string): void;
  /** A name that the list wants to stay open, with all below it. */
  exception(text: string): void;
  problem(problem: LineProblem): void;
}

/** Reads the lines of one list, in their order. Comments and what the format says besides names are passed over in silence. */
export type ListReader = (line: string) => void;
