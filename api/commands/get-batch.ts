import { toCommandBatch } from '../../store/views/command-batch.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { batchInReach } from './command-batches.ts';

export const getCommandBatch = defineRoute({
  method: 'GET',
  path: '/v1/commands/batches/{id}',
  operationId: 'getCommandBatch',
  summary: 'See how far a batch of commands is',
  tag: 'Commands',
  scope: 'devices:read',
  extension: true,
  params: idParams('bat'),
  responses: { 200: ref('CommandBatch') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    return { status: 200, body: toCommandBatch(await batchInReach(store, reachOf(caller), params.id)) };
  },
});
