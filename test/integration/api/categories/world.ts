import { join } from 'node:path';
import type { Test } from 'tap';
import { type Categories, createCategories } from '../../../../api/categories/categories.ts';
import { addSource } from '../../../../api/categories/manage-sources.ts';
import type { SourceLimits, SourceNetworks } from '../../../../api/categories/source-bytes.ts';
import type { SourceRequest } from '../../../../api/categories/source-definition.ts';
import type { UpdateReport } from '../../../../api/categories/update.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { NO_RESERVE, type StorageReserve } from '../../../../kit/storage-reserve.ts';
import type { CategorySourceRecord } from '../../../../store/ports/category-sources.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { CATEGORY_PROGRAM } from '../../../support/child-process.ts';
import { type ShippedInTest, writeShipped } from '../../../support/shipped-names.ts';
import { createTestStore, temporaryFolder } from '../../../support/test-store.ts';

/** The categories of a school, with a store and a folder of their own. */
export interface CategoryWorld extends Categories {
  readonly store: Store;
  readonly folder: string;
  /** Another process on the same data. */
  again(): Categories;
  add(request: Partial<SourceRequest> & Pick<SourceRequest, 'location'>): Promise<CategorySourceRecord>;
  update(sources?: readonly string[] | null): Promise<UpdateReport>;
  source(id?: string): Promise<CategorySourceRecord>;
  /** What the index in use says. */
  categoriesOf(name: string): Promise<readonly string[]>;
}

export async function createCategoryWorld(
  t: Test,
  limits?: SourceLimits,
  networks: SourceNetworks = { allowCidrs: [], allowHttpCidrs: ['127.0.0.0/8'] },
  {
    reserve = NO_RESERVE,
    shipped = {},
  }: { readonly reserve?: StorageReserve; readonly shipped?: ShippedInTest } = {},
): Promise<CategoryWorld> {
  const store = await createTestStore(t);
  const folder = join(await temporaryFolder(t), 'categories');
  const shippedFile = await writeShipped(await temporaryFolder(t), shipped);
  const make = (): Categories => {
    const made = createCategories({
      store,
      folder,
      program: CATEGORY_PROGRAM,
      shippedFile,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      networks,
      reserve,
      ...(limits === undefined ? {} : { limits }),
    });
    t.teardown(() => made.lookup.stop());
    return made;
  };
  const categories = make();
  return {
    ...categories,
    store,
    folder,
    again: make,
    add: (request) =>
      addSource(
        { store, clock: systemClock },
        { organisationId: 1, id: 'list', format: 'plain', category: 'adult', mapping: {}, ...request },
      ),
    update: (sources = null) =>
      categories.updater.update({ organisationId: 1, sources, signal: new AbortController().signal }),
    async source(id = 'list') {
      const found = await store.categorySources.get(1, id);
      if (found === null) throw new Error(`there is no source ${id}`);
      return found;
    },
    async categoriesOf(name) {
      await categories.lookup.refresh();
      return categories.lookup.categoriesOf(name);
    },
  };
}
