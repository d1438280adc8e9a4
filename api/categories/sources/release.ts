import { base62 } from '../../../kit/random.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { firstStep } from '../background-updates.ts';
import { releaseHeldSource, shownSource } from '../manage-sources.ts';
import { takeUpdateRight } from '../update-right.ts';
import { SOURCE_PARAMS, type SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

export const releaseCategorySource = defineRoute({
  method: 'POST',
  path: '/v1/categories/sources/{id}/release',
  operationId: 'releaseCategorySource',
  summary: 'Use the list of a source that is held back, after somebody has looked at it',
  description:
    'Names in `accept` may be put into its category, though no other source does; crisis help and public suffixes never. The new index is made in the background. 409 while an update runs, and where nothing is held and no name accepted.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: true,
  params: SOURCE_PARAMS,
  body: ref('CategorySourceRelease'),
  bodyOptional: true,
  responses: { 202: ref('CategorySource') },
  faults: ['not_found', 'conflict', 'unprocessable', 'ou_not_permitted'],
  quota: { name: 'category-release', perMinute: 10 },
  handle: async ({ params, body, caller, transact }, tools: SourceRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const { organisationId } = caller;
    const { clock, random, categoryUpdates } = tools;
    const holder = base62(random, 20);
    const reply = await transact(async (tx) => {
      const startedAt = clock.now();
      const request = { organisationId, id: params.id, accept: body.accept ?? [] };
      const { before, after } = await releaseHeldSource(tx, request, startedAt);
      // An update that reads this source meanwhile would hold it back again.
      await takeUpdateRight(tx, { organisationId, holder, now: startedAt });
      return {
        status: 202,
        body: toCategorySource(after, { progress: firstStep([]), startedAt }),
        audit: {
          action: 'category_source.released',
          target: after.id,
          before: shownSource(before),
          after: shownSource(after),
        },
      };
    });
    categoryUpdates.run({ organisationId, sources: [], holder });
    return reply;
  },
});
