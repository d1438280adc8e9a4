import { defineRoute, type RouteTools } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { idParams } from '../../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import type { BackgroundUpdates } from '../background-updates.ts';
import { decideSuggestion, knownSuggestion } from './suggest.ts';
import { toCategorySuggestion } from './suggestion-view.ts';

export const decideCategorySuggestion = defineRoute({
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
});
