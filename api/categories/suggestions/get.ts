import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { idParams } from '../../input/parameters.ts';
import { knownSuggestion } from './suggest.ts';
import { toCategorySuggestion } from './suggestion-view.ts';

export const getCategorySuggestion = defineRoute({
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
});
