import type { Clock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import { type BackgroundUpdates, createBackgroundUpdates } from './background-updates.ts';
import { type CategorySearch, createCategorySearch } from './category-search.ts';
import { createCategoryWork } from './category-work.ts';
import { type CategoryDownloads, createCategoryDownloads } from './downloads.ts';
import { categoryFolders } from './index-files.ts';
import { createIndexLookup, type IndexLookup } from './index-lookup.ts';
import type { SourceLimits, SourceNetworks } from './source-bytes.ts';
import { type CategoryUpdater, createCategoryUpdater } from './update.ts';

/** All parts of the server that deal with categories. */
export interface Categories {
  readonly updater: CategoryUpdater;
  /** A service that follows the index in use. */
  readonly lookup: IndexLookup;
  readonly downloads: CategoryDownloads;
  /** A service that runs the updates that people ask for. */
  readonly updates: BackgroundUpdates & Service;
  readonly search: CategorySearch;
}

/** @param tools.folder the folder of indexes and lists; made when it is missing @param tools.shippedFile the file of the shipped names */
export function createCategories({
  folder,
  limits,
  networks,
  ...tools
}: {
  readonly store: Store;
  readonly folder: string;
  readonly shippedFile: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** What a thread runs. Default: what lies beside the code. */
  readonly program?: string;
  /** The reserve of the disk. Default: no reserve. */
  readonly reserve?: StorageReserve;
  readonly limits?: SourceLimits;
  /** Networks of sources. Default: https on the public internet. */
  readonly networks?: SourceNetworks;
}): Categories {
  const folders = categoryFolders(folder);
  const work = createCategoryWork(tools);
  const updater = createCategoryUpdater({
    ...tools,
    work,
    folders,
    ...(limits === undefined ? {} : { limits }),
    ...(networks === undefined ? {} : { networks }),
  });
  const lookup = createIndexLookup({ ...tools, folders, updater, organisationId: DEFAULT_ORGANISATION_ID });
  return {
    updater,
    lookup,
    updates: createBackgroundUpdates({ ...tools, updater, refresh: lookup.refresh }),
    search: createCategorySearch({ ...tools, work, folders }),
    downloads: createCategoryDownloads({ ...tools, folders }),
  };
}
