import { Type } from 'typebox';
import { SUGGESTION_STATUSES } from '../../../contracts/rest/categories.ts';
import { closed, OneOf } from '../../../contracts/rest/resources.ts';
import type {
  CategorySuggestionFilter,
  CategorySuggestionSortField,
} from '../../../store/ports/category-suggestions.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { PAGE_WINDOW } from '../../http/lists/list-rules.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schemas/schema-ref.ts';
import { manyOf } from '../../input/parameters.ts';
import { toCategorySuggestion } from './suggestion-view.ts';

export const listCategorySuggestions = defineRoute({
  method: 'GET',
  path: '/v1/categories/suggestions',
  operationId: 'listCategorySuggestions',
  summary: 'List suggestions for categories, open and decided ones',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  query: Type.Object({ status: manyOf(OneOf(SUGGESTION_STATUSES)) }, closed),
  list: { sortable: ['createdAt'], defaultSort: '-createdAt', pageWindow: PAGE_WINDOW },
  responses: { 200: listOf('CategorySuggestion') },
  handle: ({ query: { status }, page }, { store }) =>
    page(
      status === undefined ? {} : { status },
      (list: ListQuery<CategorySuggestionFilter, CategorySuggestionSortField>) =>
        store.categorySuggestions.list(list),
      toCategorySuggestion,
    ),
});
