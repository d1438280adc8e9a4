import { Type } from 'typebox';
import { COMMAND_TYPES } from '../../contracts/device/command.ts';
import { BATCH_STATUSES } from '../../contracts/rest/command-batches.ts';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import type { CommandBatchFilter } from '../../store/ports/command-batches.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toCommandBatch, toCommandBatchSummary } from '../../store/views/command-batch.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { fieldFault } from '../input/field-fault.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { foreseeBatch, foreseenDigest, orderDigest, previewOf } from './batch-preview.ts';
import { cancelBatch } from './cancel-batch.ts';
import { batchInReach, requestsOf } from './command-batches.ts';
import { PREVIEW_MS, sealPreview } from './preview-token.ts';
import { type BatchTools, plannedBatch, retryBatch, sendBatch } from './send-batch.ts';

/** The endpoints of batches of commands. */
export const COMMAND_BATCH_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/v1/commands/batch',
    operationId: 'sendCommandBatch',
    urgent: true,
    summary: 'Send one command to many devices',
    description:
      'Names up to 500 devices, or a filter that matches up to 5,000. A device that cannot have the command is listed under `rejected` and hinders no other. With the `token` of a preview, and the same body else, it is sent only if the devices are still those that were shown; a token sent again gives the batch that it has made. Counts as one request for every 50 devices.',
    tag: 'Commands',
    scope: 'devices:write',
    extension: true,
    body: ref('CommandBatchInput'),
    responses: { 202: ref('CommandBatch') },
    faults: ['unprocessable', 'ou_not_permitted', 'preview_outdated'],
    handle: ({ body, caller, charge, transact }, tools: BatchTools) =>
      sendBatch({ caller, charge, transact }, tools, body),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/commands/batch/preview',
    operationId: 'previewCommandBatch',
    urgent: true,
    summary: 'See what a batch of commands would do',
    description:
      'Takes the body of the batch and sends nothing. The `token` of the answer is good for ten minutes and for this caller. Coming on-line or off-line changes nothing about it. Counts as one request for every 50 devices.',
    tag: 'Commands',
    scope: 'devices:write',
    extension: true,
    body: ref('CommandBatchInput'),
    responses: { 200: ref('CommandBatchPreview') },
    faults: ['unprocessable', 'ou_not_permitted'],
    handle: async ({ body, caller, charge }, { store, clock, ids, sealer }: BatchTools) => {
      if (body.token !== undefined)
        throw fieldFault('#/token', 'not_here', 'A preview gives a token and takes none.');
      const plan = await plannedBatch(store, reachOf(caller), body);
      const now = clock.now();
      const foreseen = await foreseeBatch(store, plan, now);
      charge(requestsOf(foreseen.length));
      const expiresAt = now + PREVIEW_MS;
      const token = sealPreview(sealer, {
        batchId: ids.next('bat'),
        order: orderDigest(caller, plan.request),
        foreseen: foreseenDigest(plan.reach, foreseen),
        expiresAt,
      });
      const preview = previewOf(plan.request.type, foreseen);
      return { status: 200, body: { ...preview, token, expiresAt: timestamp(expiresAt) } };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/commands/batches',
    operationId: 'listCommandBatches',
    summary: 'List batches of commands',
    description:
      'Newest first. `from` and `to` bound when a batch was asked for. The commands of one, such as those that failed, are at `GET /v1/commands?batchId=…&status=failed`.',
    tag: 'Commands',
    scope: 'devices:read',
    extension: true,
    query: Type.Object(
      {
        type: manyOf(OneOf(COMMAND_TYPES)),
        requestedBy: manyOf(Type.String({ minLength: 1, maxLength: 64 })),
        status: Type.Optional(OneOf(BATCH_STATUSES)),
      },
      closed,
    ),
    list: { sortable: ['createdAt'], defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
    responses: { 200: listOf('CommandBatchSummary') },
    handle: ({ query: { type, requestedBy, status }, caller, page }, { store }) =>
      page(
        {
          ...(type === undefined ? {} : { type }),
          ...(requestedBy === undefined ? {} : { requestedBy }),
          ...(status === undefined ? {} : { status }),
          ...withinReach(reachOf(caller)),
        },
        (list: ListQuery<CommandBatchFilter, 'createdAt'>) => store.commandBatches.list(list),
        toCommandBatchSummary,
      ),
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

  defineRoute({
    method: 'POST',
    path: '/v1/commands/batches/{id}/retry',
    operationId: 'retryCommandBatch',
    urgent: true,
    summary: 'Send the command of a batch again where it failed',
    description:
      'Makes a new batch, with `retryOf`, for the devices whose command failed or expired. A device that was retried is left out; retry the newer batch. A lock that had a PIN needs it again. Counts as one request for every 50 devices.',
    tag: 'Commands',
    scope: 'devices:write',
    extension: true,
    params: idParams('bat'),
    bodyOptional: true,
    body: ref('CommandBatchRetry'),
    responses: { 202: ref('CommandBatch') },
    faults: ['not_found', 'conflict', 'unprocessable'],
    handle: ({ params, body, caller, charge, transact }, tools: BatchTools) =>
      retryBatch({ caller, charge, transact }, tools, { id: params.id, ...body }),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/commands/batches/{id}/cancel',
    operationId: 'cancelCommandBatch',
    urgent: true,
    summary: 'Take back what a batch of commands has not sent',
    description:
      'Cancels queued commands, and devices whose turn has not come get none. A lock or unlock that another order asked for as well stays.',
    tag: 'Commands',
    scope: 'devices:write',
    extension: true,
    params: idParams('bat'),
    responses: { 200: ref('CommandBatchCancellation') },
    faults: ['not_found'],
    handle: ({ params, caller, transact }, tools) => cancelBatch({ caller, transact }, tools, params.id),
  }),
];
