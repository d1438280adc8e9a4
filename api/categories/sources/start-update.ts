import { base62 } from '../../../kit/random.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { firstStep } from '../background-updates.ts';
import { knownSource } from '../manage-sources.ts';
import { requireReadable } from '../update.ts';
import { takeUpdateRight } from '../update-right.ts';
import { SOURCE_PARAMS, type SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

export const startCategorySourceUpdate = defineRoute({
  method: 'POST',
  path: '/v1/categories/sources/{id}/update',
  operationId: 'startCategorySourceUpdate',
  summary: 'Read a source of categories now',
  description:
    'In the background: `update` of the source tells how far it is, and `state` what came of it. One update runs at a time; while one does, this is 409.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: true,
  params: SOURCE_PARAMS,
  responses: { 202: ref('CategorySource') },
  faults: ['not_found', 'conflict', 'unprocessable', 'ou_not_permitted'],
  quota: { name: 'category-update', perMinute: 10 },
  handle: async ({ params, caller, transact }, { clock, random, categoryUpdates }: SourceRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const { organisationId } = caller;
    const sources = [params.id];
    const holder = base62(random, 20);
    const reply = await transact(async (tx) => {
      const source = await knownSource(tx, organisationId, params.id);
      requireReadable(source);
      const startedAt = clock.now();
      await takeUpdateRight(tx, { organisationId, holder, now: startedAt });
      return {
        status: 202,
        body: toCategorySource(source, { progress: firstStep(sources), startedAt }),
        audit: { action: 'category_source.update_started', target: source.id },
      };
    });
    categoryUpdates.run({ organisationId, sources, holder });
    return reply;
  },
});
