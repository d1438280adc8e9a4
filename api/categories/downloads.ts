import type { Repositories } from '../../store/ports/store.ts';
import { type CategoryFolders, deltaFile, openStored, packedIndexFile } from './index-files.ts';
import { KEPT_INDEXES } from './update.ts';

/** A packed file to send. */
export type Download = NonNullable<Awaited<ReturnType<typeof openStored>>>;

/** The files of the category indexes that devices fetch. */
export interface CategoryDownloads {
  /**
   * The packed file of one of the last indexes, or the packed delta to it from another index, where there is one. Updates make these files
   * (update.ts), so that no request does. Null = the hash is none of the last indexes.
   */
  open(organisationId: number, hash: string, from: string | null): Promise<Download | null>;
}

export function createCategoryDownloads({
  store,
  folders,
}: {
  readonly store: Pick<Repositories, 'categoryIndexes'>;
  readonly folders: CategoryFolders;
}): CategoryDownloads {
  return {
    async open(organisationId, hash, from) {
      const latest = await store.categoryIndexes.latest(organisationId, KEPT_INDEXES);
      if (!latest.some((index) => index.hash === hash)) return null;
      const delta = from === null ? null : await openStored(deltaFile(folders, from, hash));
      return delta ?? (await openStored(packedIndexFile(folders, hash)));
    },
  };
}
