import { Fault } from '../../kit/fault.ts';
import type { CategorySourceRecord } from '../../store/ports/category-sources.ts';
import { createPlaces } from '../http/limits/places.ts';
import type { CategoryWork } from './category-work.ts';
import type { CategoryFolders } from './index-files.ts';
import type { NameMatch, SourceCounts } from './search-lists.ts';
import { SourceFault } from './source-fault.ts';

/** Answers questions that need the lists in use. The work runs on threads. */
export interface CategorySearch {
  /**
   * Finds names in the shipped names and in the lists of these sources.
   * @throws Fault unavailable when it takes too long or too many wait; the signal's reason
   */
  matchesOf(
    names: readonly string[],
    sources: readonly CategorySourceRecord[],
    signal: AbortSignal,
  ): Promise<readonly NameMatch[]>;
  /** The number of names in each category, for each source by its id and for the shipped names. A source without a list is left out. @throws as above */
  countsOf(sources: readonly CategorySourceRecord[], signal: AbortSignal): Promise<SourceCounts>;
}

/** Searches at a time. Each reads whole files, and the machine has other work. */
const MAX_RUNNING = 2;
/** Waiting searches. Each holds a request open. */
const MAX_WAITING = 8;

export function createCategorySearch({
  work,
  folders,
  shippedFile,
}: {
  readonly work: Pick<CategoryWork, 'search' | 'count'>;
  readonly folders: Pick<CategoryFolders, 'lists'>;
  /** The file of the names that ship. */
  readonly shippedFile: string;
}): CategorySearch {
  const places = createPlaces({ places: MAX_RUNNING, maxWaiting: MAX_WAITING });

  async function inPlace<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    const leave = await places.take(signal);
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      throw tooLong(error);
    } finally {
      leave();
    }
  }

  return {
    async matchesOf(names, sources, signal) {
      const order = { shippedFile, folder: folders.lists, lists: inUse(sources), names };
      return await inPlace(signal, () => work.search(order, signal));
    },
    async countsOf(sources, signal) {
      const order = { shippedFile, folder: folders.lists, lists: inUse(sources) };
      return await inPlace(signal, () => work.count(order, signal));
    },
  };
}

function tooLong(cause: Error): Fault {
  return new Fault('unavailable', 'The lists of names are too long to look through now.', { cause });
}

function inUse(sources: readonly CategorySourceRecord[]): { readonly id: string; readonly hash: string }[] {
  return sources.flatMap(({ id, listHash: hash }) => (hash === null ? [] : [{ id, hash }]));
}
