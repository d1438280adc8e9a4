import type { CategorySourceFormat } from '../../../store/ports/category-sources.ts';
import { createAdblockReader } from './adblock.ts';
import { createHostsReader } from './hosts.ts';
import { createPlainReader } from './plain.ts';
import { createRpzReader } from './rpz.ts';

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

/** A reader of a format whose lists have one category. */
export function createListReader(format: Exclude<CategorySourceFormat, 'ut1'>, sink: NameSink): ListReader {
  switch (format) {
    case 'plain':
      return createPlainReader(sink);
    case 'hosts':
      return createHostsReader(sink);
    case 'adblock':
      return createAdblockReader(sink);
    case 'rpz':
      return createRpzReader(sink);
  }
}
