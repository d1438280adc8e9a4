import { toCommandBatch } from '../../../store/views/command-batch.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import {
  batchInReach,
  devicesOfBatch,
  issueBatch,
  prepareBatch,
  requestsOf,
} from '../../services/command-batches.ts';
import { fieldFault } from '../../services/field-fault.ts';
import { reachOf } from '../../services/reach.ts';
import { readDeviceFilter } from '../devices/filter.ts';

export const sendCommandBatch = defineRoute({
  method: 'POST',
  path: '/v1/commands/batch',
  operationId: 'sendCommandBatch',
  summary: 'Send one command to many devices',
  description:
    'Names up to 500 devices, or a filter that matches up to 5,000. A device that cannot have the command is listed under `rejected` and hinders no other. Counts as one request for every 50 devices.',
  tag: 'Commands',
  scope: 'devices:write',
  extension: true,
  body: ref('CommandBatchInput'),
  responses: { 202: ref('CommandBatch') },
  faults: ['unprocessable', 'ou_not_permitted'],
  handle: async ({ body, caller, charge, transact }, tools) => {
    const { deviceIds: ids, filter, ...request } = body;
    const reach = reachOf(caller);
    if ((ids === undefined) === (filter === undefined))
      throw fieldFault('#/deviceIds', 'one_of', 'Give either "deviceIds" or "filter".');
    const devices =
      ids === undefined
        ? { kind: 'filter' as const, filter: await readDeviceFilter(tools.store, reach, filter ?? {}) }
        : { kind: 'named' as const, ids };
    const deviceIds = await devicesOfBatch(tools.store, { reach, devices });
    charge(requestsOf(deviceIds.length));
    const order = await prepareBatch(tools, { reach, request, devices, requestedBy: caller.actor });
    return await transact(async (tx) => {
      const batch = await issueBatch(tx, tools, { order, deviceIds });
      const { counts } = await batchInReach(tx, reach, batch.id);
      const body = toCommandBatch(batch, counts);
      return {
        status: 202,
        body,
        headers: { location: `/v1/commands/batches/${batch.id}` },
        audit: {
          action: 'command.batch_sent',
          target: batch.id,
          after: { ...body, params: order.request.params },
        },
      };
    });
  },
});
