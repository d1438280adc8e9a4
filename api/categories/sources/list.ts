import type { CategorySourceRecord } from '../../../store/ports/category-sources.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { pageOfAll } from '../../http/lists/page-of-all.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schemas/schema-ref.ts';
import type { SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

type SortField = 'id' | 'names' | 'createdAt';

export const listCategorySources = defineRoute({
  method: 'GET',
  path: '/v1/categories/sources',
  operationId: 'listCategorySources',
  summary: 'List the sources of categories: the lists of names that the school has added',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  list: { sortable: ['id', 'names', 'createdAt'], defaultSort: 'id' },
  responses: { 200: listOf('CategorySource') },
  handle: ({ caller: { organisationId }, page }, { store, categoryUpdates }: SourceRouteTools) =>
    page(
      {},
      (list: ListQuery<unknown, SortField>) =>
        pageOfAll(store.categorySources.list(organisationId), list, sortValueOf),
      (source) => toCategorySource(source, categoryUpdates.running(organisationId)),
    ),
});

function sortValueOf(source: CategorySourceRecord, field: SortField): string | number {
  return source[field];
}
