import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { knownSource, redefineSource, shownSource } from '../manage-sources.ts';
import { SOURCE_PARAMS, type SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

export const updateCategorySource = defineRoute({
  method: 'PATCH',
  path: '/v1/categories/sources/{id}',
  operationId: 'updateCategorySource',
  summary: 'Change the address, the category or the mapping of a source',
  description: 'What was read before stays in use until the next update, which reads all of it anew.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: true,
  params: SOURCE_PARAMS,
  body: ref('CategorySourcePatch'),
  responses: { 200: ref('CategorySource') },
  faults: ['not_found', 'unprocessable', 'ou_not_permitted', 'precondition_failed'],
  handle: ({ params, body, caller, checkIfMatch, transact }, tools: SourceRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const { organisationId } = caller;
    return transact(async (tx) => {
      checkIfMatch((await knownSource(tx, organisationId, params.id)).updatedAt);
      const request = { organisationId, id: params.id, ...body };
      const { before, after } = await redefineSource(tx, request, tools.clock.now());
      return {
        status: 200,
        body: toCategorySource(after, tools.categoryUpdates.running(organisationId)),
        version: after.updatedAt,
        audit: {
          action: 'category_source.updated',
          target: after.id,
          before: shownSource(before),
          after: shownSource(after),
        },
      };
    });
  },
});
