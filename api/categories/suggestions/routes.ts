import { Type } from 'typebox';
import { SUGGESTION_STATUSES } from '../../../contracts/rest/categories.ts';
import { closed, OneOf } from '../../../contracts/rest/resources.ts';
import type {
  CategorySuggestionFilter,
  CategorySuggestionSortField,
} from '../../../store/ports/category-suggestions.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { PAGE_WINDOW } from '../../http/lists/list-rules.ts';
import { defineRoute, type RouteTools } from '../../http/route.ts';
import { listOf, ref } from '../../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import type { BackgroundUpdates } from '../background-updates.ts';
import {
  decideSuggestion,
  knownSuggestion,
  type SuggestionTools,
  suggest,
  toCategorySuggestion,
} from './suggest.ts';

/** The endpoints of suggestions for categories. */
export const CATEGORY_SUGGESTION_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/v1/categories/suggestions',
    operationId: 'createCategorySuggestion',
    summary: 'Suggest that a domain is missing in a category, or in a wrong one',
    description:
      'It changes nothing until somebody accepts it. At most 20 a day and person or key; 409 while the same is open.',
    tag: 'Policies',
    scope: 'policies:write',
    alsoRoles: ['helpdesk', 'teacher'],
    extension: true,
    body: ref('CategorySuggestionInput'),
    responses: { 201: ref('CategorySuggestion') },
    faults: ['already_exists', 'unprocessable'],
    handle: ({ body, caller, transact }, tools: SuggestionTools) =>
      transact(async (tx) => {
        const suggestion = await suggest(tx, tools, caller, body);
        const after = toCategorySuggestion(suggestion);
        return {
          status: 201,
          body: after,
          headers: { location: `/v1/categories/suggestions/${suggestion.id}` },
          version: suggestion.updatedAt,
          audit: { action: 'category_suggestion.created', target: suggestion.id, after },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/categories/suggestions',
    operationId: 'listCategorySuggestions',
    summary: 'List suggestions for categories, open and decided ones',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    query: Type.Object({ status: manyOf(OneOf(SUGGESTION_STATUSES)) }, closed),
    list: { sortable: ['createdAt'], defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
    responses: { 200: listOf('CategorySuggestion') },
    handle: ({ query: { status }, page }, { store }) =>
      page(
        status === undefined ? {} : { status },
        (list: ListQuery<CategorySuggestionFilter, CategorySuggestionSortField>) =>
          store.categorySuggestions.list(list),
        toCategorySuggestion,
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/categories/suggestions/{id}',
    operationId: 'getCategorySuggestion',
    summary: 'Get one suggestion for a category',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    params: idParams('sug'),
    responses: { 200: ref('CategorySuggestion') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const suggestion = await knownSuggestion(store, caller.organisationId, params.id);
      return { status: 200, body: toCategorySuggestion(suggestion), version: suggestion.updatedAt };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/categories/suggestions/{id}',
    operationId: 'decideCategorySuggestion',
    summary: 'Accept or decline a suggestion for a category',
    description:
      'An accepted one counts from the next index on, which is made in the background, and beats all lists. One that is declined later has no effect any more.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: true,
    params: idParams('sug'),
    body: ref('CategorySuggestionPatch'),
    responses: { 200: ref('CategorySuggestion') },
    faults: ['not_found', 'unprocessable', 'ou_not_permitted', 'precondition_failed'],
    handle: async (
      { params, body, caller, checkIfMatch, transact },
      { clock, categoryUpdates }: RouteTools & { readonly categoryUpdates: BackgroundUpdates },
    ) => {
      requireWholeOrganisation(reachOf(caller));
      const { organisationId, actor } = caller;
      const reply = await transact(async (tx) => {
        const before = await knownSuggestion(tx, organisationId, params.id);
        checkIfMatch(before.updatedAt);
        const after = await decideSuggestion(tx, before, { ...body, by: actor, at: clock.now() });
        return {
          status: 200,
          body: toCategorySuggestion(after),
          version: after.updatedAt,
          audit: {
            action: `category_suggestion.${body.status}`,
            target: after.id,
            before: toCategorySuggestion(before),
            after: toCategorySuggestion(after),
          },
        };
      });
      categoryUpdates.rebuild(organisationId);
      return reply;
    },
  }),
];
