import type { CommandBatchInput, CommandBatchRetry } from '../../contracts/rest/command-batches.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import { Fault } from '../../kit/fault.ts';
import type { CommandBatchRecord } from '../../store/ports/command-batches.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import type { ApiRequest, Reply, RouteTools } from '../http/route.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { fieldFault } from '../input/field-fault.ts';
import { type Reach, reachOf } from '../input/reach.ts';
import { devicesOfBatch, requireOneFitting } from './batch-devices.ts';
import { foreseeBatch, foreseenDigest, orderDigest, type PlannedBatch } from './batch-preview.ts';
import type { CommandBatchRun } from './command-batch-run.ts';
import {
  type BatchOrder,
  batchInReach,
  batchReply,
  beginBatch,
  prepareBatch,
  requestsOf,
} from './command-batches.ts';
import { openPreview, type PreviewToken, requirePreviewHolds } from './preview-token.ts';

export interface BatchTools extends RouteTools {
  readonly batches: Pick<CommandBatchRun, 'complete'>;
}

type Call = Pick<ApiRequest<unknown, unknown, unknown>, 'caller' | 'charge' | 'transact'>;

/** The order that a body describes. @throws Fault validation_failed */
export async function plannedBatch(
  store: Pick<Repositories, 'ous'>,
  reach: Reach,
  { deviceIds: ids, filter, token: _, ...request }: CommandBatchInput,
): Promise<PlannedBatch> {
  if ((ids === undefined) === (filter === undefined))
    throw fieldFault('#/deviceIds', 'one_of', 'Give either "deviceIds" or "filter".');
  const devices =
    ids === undefined
      ? { kind: 'filter' as const, filter: await readDeviceFilter(store, reach, filter ?? {}) }
      : { kind: 'named' as const, ids };
  return { reach, devices, request };
}

/**
 * Sends one command to many devices. With the token of a preview, only if all is as it was shown; a token that has made its batch gives that
 * batch again.
 * @throws Fault preview_outdated, unprocessable, rate_limited
 */
export async function sendBatch(call: Call, tools: BatchTools, body: CommandBatchInput): Promise<Reply> {
  const { caller, charge } = call;
  const reach = reachOf(caller);
  const plan = await plannedBatch(tools.store, reach, body);
  const { request } = plan;
  const preview =
    body.token === undefined ? null : openPreview(tools.sealer, body.token, orderDigest(caller, request));
  const made = preview === null ? null : await alreadyMade(tools.store, reach, preview.batchId);
  if (made !== null) return made;
  const deviceIds =
    preview === null ? await devicesOfBatch(tools.store, plan) : await devicesAsShown(tools, plan, preview);
  charge(requestsOf(deviceIds.length));
  await requireOneFitting(tools.store, reach, request, deviceIds);
  const order = await prepareBatch(
    tools,
    {
      ...{ reach, request, requestedBy: caller.actor },
      ...(preview === null ? {} : { batchId: preview.batchId }),
    },
    deviceIds.length,
  );
  return await carryOut(call, tools, {
    order,
    action: 'command.batch_sent',
    devicesOf: async () => deviceIds,
  });
}

/** The devices of an order, if what was shown still holds. @throws Fault preview_outdated */
async function devicesAsShown(
  { store, clock }: BatchTools,
  plan: PlannedBatch,
  preview: PreviewToken,
): Promise<readonly string[]> {
  const foreseen = await foreseeBatch(store, plan, clock.now());
  requirePreviewHolds(preview, foreseenDigest(plan.reach, foreseen), clock.now());
  return foreseen.map(({ deviceId }) => deviceId);
}

/** The answer with the batch of this id; null = there is none in the caller's reach. */
async function alreadyMade(
  { commandBatches }: Pick<Repositories, 'commandBatches'>,
  { organisationId, ouPath }: Reach,
  id: string,
): Promise<Reply | null> {
  const view = await commandBatches.get(organisationId, id, ouPath);
  return view === null ? null : batchReply(view);
}

/**
 * Sends the command of a batch again to the devices where it came to nothing, in a batch of its own. A device that is in an earlier repeat of
 * the batch is left out.
 * @throws Fault not_found, conflict when there is nothing to repeat, unprocessable without a PIN that is needed
 */
export async function retryBatch(
  call: Call,
  tools: BatchTools,
  { id, statuses = ['failed', 'expired'], pin }: { readonly id: string } & CommandBatchRetry,
): Promise<Reply> {
  const { caller, charge } = call;
  const reach = reachOf(caller);
  const { batch } = await batchInReach(tools.store, reach, id);
  const request = requestAgain(batch, pin);
  const { length } = await devicesToRetry(tools.store, batch, statuses);
  charge(requestsOf(length));
  const order = await prepareBatch(
    tools,
    { reach, request, requestedBy: caller.actor, retryOf: batch.id },
    length,
  );
  return await carryOut(call, tools, {
    order,
    action: 'command.batch_retried',
    // Read again: another repeat may have been made while the PIN was hashed.
    devicesOf: (tx) => devicesToRetry(tx, batch, statuses),
  });
}

/** The request of a batch once more. @throws Fault conflict, unprocessable, validation_failed */
function requestAgain({ request, hasPin }: CommandBatchRecord, pin: string | undefined): CommandRequest {
  if (request === null)
    throw new Fault(
      'conflict',
      'The batch was made by an earlier version of the server, which kept too little.',
    );
  if (!hasPin) {
    if (pin === undefined) return request;
    throw fieldFault('#/pin', 'no_pin', 'The command of this batch had no PIN.');
  }
  if (request.type !== 'lock' || pin === undefined) {
    const detail = 'The lock had a PIN, which is kept nowhere: give it again.';
    throw new Fault('unprocessable', detail, {
      extras: { errors: [{ in: 'body', pointer: '#/pin', code: 'required', detail }] },
    });
  }
  return { ...request, params: { ...request.params, pin } };
}

async function devicesToRetry(
  { commandBatches }: Pick<Repositories, 'commandBatches'>,
  { id }: CommandBatchRecord,
  statuses: NonNullable<CommandBatchRetry['statuses']>,
): Promise<readonly string[]> {
  const ids = await commandBatches.toRetry(id, statuses);
  if (ids.length > 0) return ids;
  throw new Fault(
    'conflict',
    `No command of this batch is ${statuses.join(' or ')}, other than those that were repeated already.`,
  );
}

/** Makes the batch of an order, unless it is there already. The batch is completed, however this request ends. */
async function carryOut(
  { transact }: Call,
  tools: BatchTools,
  {
    order,
    action,
    devicesOf,
  }: {
    readonly order: BatchOrder;
    readonly action: string;
    readonly devicesOf: (tx: Transaction) => Promise<readonly string[]>;
  },
): Promise<Reply> {
  const everywhere: Reach = { ...order.reach, ouPath: null };
  return await transact(async (tx, answers) => {
    const made = order.batchId === undefined ? null : await alreadyMade(tx, everywhere, order.batchId);
    if (made !== null) return made;
    const deviceIds = await devicesOf(tx);
    const { batch, isWhole } = await beginBatch(tx, tools, { order, deviceIds, answers });
    const reply = batchReply(await batchInReach(tx, everywhere, batch.id));
    const audit = {
      action,
      target: batch.id,
      after: { ...(reply.body as object), params: order.request.params },
    };
    const rest = async (): Promise<Reply> => {
      await tools.batches.complete(batch.id);
      return batchReply(await batchInReach(tools.store, everywhere, batch.id));
    };
    return { ...reply, audit, ...(isWhole ? {} : { rest }) };
  });
}
