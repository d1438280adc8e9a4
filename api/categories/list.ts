import type { ListQuery } from '../../store/ports/list.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import type { CategoryInfo, CategoryLookup } from './category-lookup.ts';

type SortField = 'id' | 'name' | 'domainCount';

export const listCategories = defineRoute({
  method: 'GET',
  path: '/v1/categories',
  operationId: 'listCategories',
  summary: 'List the categories of sites that rules may name',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  list: { sortable: ['id', 'name', 'domainCount'], defaultSort: 'id' },
  responses: { 200: listOf('Category') },
  handle: ({ page }, { categories }: { readonly categories: CategoryLookup }) =>
    page(
      {},
      (list: ListQuery<unknown, SortField>) => pageOfAll(categories.categories(), list, sortValueOf),
      (category) => category,
    ),
});

function sortValueOf(category: CategoryInfo, field: SortField): string | number {
  return category[field];
}
