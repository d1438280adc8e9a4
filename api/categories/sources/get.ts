import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { knownSource } from '../manage-sources.ts';
import { SOURCE_PARAMS, type SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

export const getCategorySource = defineRoute({
  method: 'GET',
  path: '/v1/categories/sources/{id}',
  operationId: 'getCategorySource',
  summary: 'Get one source of categories, and how far an update is',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  params: SOURCE_PARAMS,
  responses: { 200: ref('CategorySource') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store, categoryUpdates }: SourceRouteTools) => {
    const source = await knownSource(store, caller.organisationId, params.id);
    const running = categoryUpdates.running(caller.organisationId);
    const body = toCategorySource(source, running);
    // What an update does is not a change of the source: while one runs, nobody keeps the answer.
    return { status: 200, body, ...(running === null ? { version: source.updatedAt } : {}) };
  },
});
