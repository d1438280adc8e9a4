import { defineRoute } from '../../http/route.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { deleteSource, knownSource, shownSource } from '../manage-sources.ts';
import { SOURCE_PARAMS, type SourceRouteTools } from './source-route.ts';

export const deleteCategorySource = defineRoute({
  method: 'DELETE',
  path: '/v1/categories/sources/{id}',
  operationId: 'deleteCategorySource',
  summary: 'Remove a source of categories',
  description: 'Its names go out of the index as soon as no update runs.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: true,
  params: SOURCE_PARAMS,
  responses: { 204: null },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
  handle: async ({ params, caller, checkIfMatch, transact }, tools: SourceRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const { organisationId } = caller;
    const reply = await transact(async (tx) => {
      checkIfMatch((await knownSource(tx, organisationId, params.id)).updatedAt);
      const source = await deleteSource(tx, { organisationId, id: params.id }, tools.clock.now());
      return {
        status: 204,
        audit: { action: 'category_source.removed', target: source.id, before: shownSource(source) },
      };
    });
    tools.categoryUpdates.rebuild(organisationId);
    return reply;
  },
});
