import type { CommandBatchRecord } from '../../store/ports/command-batches.ts';
import { defineRoute, type Reply, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { fieldFault } from '../input/field-fault.ts';
import { reachOf } from '../input/reach.ts';
import { devicesOfBatch, requireOneFitting } from './batch-devices.ts';
import type { CommandBatchRun } from './command-batch-run.ts';
import { batchInReach, batchReply, beginBatch, prepareBatch, requestsOf } from './command-batches.ts';

export interface BatchTools extends RouteTools {
  readonly batches: Pick<CommandBatchRun, 'complete'>;
}

export const sendCommandBatch = defineRoute({
  method: 'POST',
  path: '/v1/commands/batch',
  operationId: 'sendCommandBatch',
  urgent: true,
  summary: 'Send one command to many devices',
  description:
    'Names up to 500 devices, or a filter that matches up to 5,000. A device that cannot have the command is listed under `rejected` and hinders no other. Counts as one request for every 50 devices.',
  tag: 'Commands',
  scope: 'devices:write',
  extension: true,
  body: ref('CommandBatchInput'),
  responses: { 202: ref('CommandBatch') },
  faults: ['unprocessable', 'ou_not_permitted'],
  handle: async ({ body, caller, charge, transact }, tools: BatchTools) => {
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
    await requireOneFitting(tools.store, reach, request, deviceIds);
    const order = await prepareBatch(tools, { reach, request, requestedBy: caller.actor }, deviceIds.length);
    return await transact(async (tx, answers) => {
      const { batch, isWhole } = await beginBatch(tx, tools, { order, deviceIds, answers });
      const reply = batchReply(await batchInReach(tx, { ...reach, ouPath: null }, batch.id));
      const audit = {
        action: 'command.batch_sent',
        target: batch.id,
        after: { ...(reply.body as object), params: order.request.params },
      };
      return { ...reply, audit, ...(isWhole ? {} : { rest: () => finish(tools, batch) }) };
    });
  },
});

/** However this request ends, the batch comes to its end. */
async function finish(
  { batches, store }: BatchTools,
  { organisationId, id }: CommandBatchRecord,
): Promise<Reply> {
  await batches.complete(id);
  return batchReply(await batchInReach(store, { organisationId, ouPath: null }, id));
}
