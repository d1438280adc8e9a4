import { Type } from 'typebox';
import { COMMAND_STATUSES } from '../../contracts/device/command.ts';
import { closed, IdOf } from '../../contracts/rest/resources.ts';
import type { CommandBatchRecord } from '../../store/ports/command-batches.ts';
import { toCommand } from '../../store/views/command.ts';
import { toCommandBatch } from '../../store/views/command-batch.ts';
import { defineRoute, type Reply, type RouteTools } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { fieldFault } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { commandInReach, reachOf, withinReach } from '../input/reach.ts';
import { devicesOfBatch, requireOneFitting } from './batch-devices.ts';
import type { CommandBatchRun } from './command-batch-run.ts';
import { batchInReach, batchReply, beginBatch, prepareBatch, requestsOf } from './command-batches.ts';
import {
  COMMAND_LIST,
  type CommandListQuery,
  commandFilters,
  pageWithWhereabouts,
  withWhereabouts,
} from './command-list.ts';
import { cancelCommand } from './commands.ts';

export interface BatchTools extends RouteTools {
  readonly batches: Pick<CommandBatchRun, 'complete'>;
}

/** The endpoints of commands and batches. The commands of one device are among the endpoints of devices. */
export const COMMAND_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/commands',
    operationId: 'listCommands',
    summary: 'List commands',
    tag: 'Commands',
    scope: 'devices:read',
    extension: true,
    query: Type.Object({ deviceId: Type.Optional(IdOf('dev')), ...commandFilters }, closed),
    list: COMMAND_LIST,
    view: { action: 'commands.viewed' },
    responses: { 200: listOf('Command') },
    handle: async ({ query: { deviceId, status, type }, caller, page }, { store }) => {
      const reply = await page(
        {
          ...(deviceId === undefined ? {} : { deviceId }),
          ...(status === undefined ? {} : { status }),
          ...(type === undefined ? {} : { type }),
          ...withinReach(reachOf(caller)),
        },
        (list: CommandListQuery) => store.commands.list(list),
        toCommand,
      );
      return pageWithWhereabouts(reply);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/commands/{id}',
    operationId: 'getCommand',
    summary: 'Get one command',
    tag: 'Commands',
    scope: 'devices:read',
    extension: true,
    params: idParams('cmd'),
    view: { action: 'commands.viewed' },
    responses: { 200: ref('Command') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const command = await commandInReach(store, reachOf(caller), params.id);
      // A command changes only with its status and has each status at most once, so the status is its version.
      const version = COMMAND_STATUSES.indexOf(command.status) + 1;
      const body = toCommand(command);
      return withWhereabouts({ status: 200, body, version }, [body]);
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/commands/{id}/cancel',
    operationId: 'cancelCommand',
    urgent: true,
    summary: 'Take a queued command back',
    tag: 'Commands',
    scope: 'devices:write',
    extension: true,
    params: idParams('cmd'),
    responses: { 200: ref('Command') },
    faults: ['not_found', 'command_not_cancellable'],
    handle: ({ params, caller, transact }, tools) =>
      transact(async (tx) => {
        const reach = reachOf(caller);
        const before = toCommand(await commandInReach(tx, reach, params.id));
        const command = toCommand(await cancelCommand(tx, tools, { reach, id: params.id }));
        return {
          status: 200,
          body: command,
          audit: { action: 'command.cancelled', target: command.id, before, after: command },
        };
      }),
  }),

  defineRoute({
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
      const order = await prepareBatch(
        tools,
        { reach, request, requestedBy: caller.actor },
        deviceIds.length,
      );
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
  }),

  defineRoute({
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
  }),
];

/** The batch is completed, however this request ends. */
async function finish(
  { batches, store }: BatchTools,
  { organisationId, id }: CommandBatchRecord,
): Promise<Reply> {
  await batches.complete(id);
  return batchReply(await batchInReach(store, { organisationId, ouPath: null }, id));
}
