import type { KnownCategorySource } from '../../contracts/rest/categories.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { KNOWN_SOURCES } from './known-sources.ts';

type SortField = 'id' | 'names';

export const listCategoryCatalogue = defineRoute({
  method: 'GET',
  path: '/v1/categories/catalogue',
  operationId: 'listCategoryCatalogue',
  summary: 'List the public lists of sites that a school can add',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  list: { sortable: ['id', 'names'], defaultSort: 'id' },
  responses: { 200: listOf('KnownCategorySource') },
  handle: async ({ caller, page }, { store }) => {
    const sources = await store.categorySources.list(caller.organisationId);
    const added = new Set(sources.flatMap(({ id, location }) => [id, location]));
    const known = KNOWN_SOURCES.map(
      (source): KnownCategorySource => ({
        ...source,
        added: added.has(source.id) || added.has(source.location),
      }),
    );
    return await page(
      {},
      (list: ListQuery<unknown, SortField>) => pageOfAll(known, list, (source, field) => source[field]),
      (source) => source,
    );
  },
});
