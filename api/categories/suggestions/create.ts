import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { type SuggestionTools, suggest } from './suggest.ts';
import { toCategorySuggestion } from './suggestion-view.ts';

export const createCategorySuggestion = defineRoute({
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
});
