import { type CategoryIndex, openCategoryIndex } from '../../contracts/categories/category-index.ts';
import { buildFirstIndex, CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { readIndexParts } from '../../contracts/categories/index-format.ts';
import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { CategoryIndexRecord } from '../../store/ports/category-indexes.ts';
import type { Store } from '../../store/ports/store.ts';
import type { CategoryInfo, CategoryLookup } from './category-lookup.ts';
import { countsOf, openShippedNames } from './compile-index.ts';
import { type CategoryFolders, readIndexFile } from './index-files.ts';
import type { CategoryUpdater } from './update.ts';

/** A command in another process may update. The server follows within this time (milliseconds). */
const LOOK_EVERY_MS = 5_000;

/** A lookup that follows the index in use. */
export interface IndexLookup extends CategoryLookup, Service {
  /** Checks at once whether another index is in use. */
  refresh(): Promise<void>;
}

/** Answers from the index that devices get. `start` makes sure that there is one. While no index can be opened, it answers from the shipped names. */
export function createIndexLookup({
  store,
  folders,
  shippedFile,
  updater,
  organisationId,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'categoryIndexes' | 'bus'>;
  readonly folders: CategoryFolders;
  /** The file of the names that ship. */
  readonly shippedFile: string;
  readonly updater: CategoryUpdater;
  readonly organisationId: number;
  readonly clock: Clock;
  readonly log: Log;
}): IndexLookup {
  let index: CategoryIndex | null = null;
  let categories: readonly CategoryInfo[] | null = null;
  let opened: string | null = null;
  let looking: { stop(): Promise<void> } | null = null;
  let repair: { readonly aborter: AbortController; readonly done: Promise<void> } | null = null;

  async function ensure(): Promise<void> {
    if (repair !== null || !(await updater.ensure(organisationId))) return;
    log.warn({}, 'lists of categories are missing: their sources are read again');
    const aborter = new AbortController();
    const update = updater.update({ organisationId, sources: null, signal: aborter.signal });
    const done = update.then(refresh).catch((error: unknown) => {
      if (!aborter.signal.aborted)
        log.error({ error: messageOf(error) }, 'the sources of categories were not read');
    });
    repair = { aborter, done };
  }

  async function refresh(): Promise<void> {
    const current = await store.categoryIndexes.current(organisationId);
    if (current === null || current.hash === opened) return;
    const bytes = await readIndexFile(folders, current.hash);
    if (bytes === null) {
      log.error({ version: current.version }, 'the file of the category index is missing or damaged');
      await ensure();
      return;
    }
    index = openCategoryIndex(bytes);
    categories = countedCategories(current.counts);
    // Another process made the index; its wake-up did not reach this process.
    if (opened !== null) store.bus.publish({ kind: 'all_devices' });
    opened = current.hash;
  }

  /** The first index, until another can be opened: after a restore without lists, or before the first start. It is made when it is first needed. */
  function openFirst(): CategoryIndex {
    const bytes = buildFirstIndex(openShippedNames(shippedFile));
    categories ??= countedCategories(countsOf(readIndexParts(bytes)));
    index = openCategoryIndex(bytes);
    return index;
  }

  return {
    refresh,
    categories() {
      if (categories === null) openFirst();
      return categories ?? [];
    },
    has: (id) => CATEGORY_IDS.includes(id),
    descriptionOf: (id) => SHIPPED_CATEGORIES.find((category) => category.id === id)?.description ?? null,
    categoriesOf: (host) => (index ?? openFirst()).categoriesOf(host),
    async start() {
      if (looking !== null) return;
      await ensure();
      await refresh();
      looking = every(clock, LOOK_EVERY_MS, refresh, (error) =>
        log.error({ error: messageOf(error) }, 'the category index could not be opened'),
      );
    },
    async stop() {
      const ending = looking;
      looking = null;
      await ending?.stop();
      repair?.aborter.abort();
      await repair?.done;
    },
  };
}

function countedCategories(counts: CategoryIndexRecord['counts']): readonly CategoryInfo[] {
  return SHIPPED_CATEGORIES.map(({ id, name }) => ({ id, name, domainCount: counts[id] ?? 0 }));
}
