import type { PinHash } from '../../contracts/device/lock.ts';
import type { BatchId, CommandId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdempotencyKey } from '../../store/ports/api-keys.ts';
import type {
  BatchProgress,
  BatchRejection,
  CommandBatchRecord,
  CommandBatchView,
} from '../../store/ports/command-batches.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toCommandBatch } from '../../store/views/command-batch.ts';
import { ANSWERS_KEPT_MS, keptAnswer } from '../http/idempotency.ts';
import type { Reply } from '../http/route.ts';
import type { Reach } from '../input/reach.ts';
import { hashPinForEach, pinAt } from '../locks/pin-hashes.ts';
import { noneFits } from './batch-devices.ts';
import { type CommandTools, issueCommand, type PreparedOrder, withoutPin } from './commands.ts';

/** Devices handled in the transaction that makes the batch. Most batches are complete after it. */
const FIRST_DEVICES = 50;

/** One command for many devices. */
export interface BatchOrder extends Pick<PreparedOrder, 'reach' | 'request' | 'requestedBy'> {
  /** Absent = a new id. */
  readonly batchId?: BatchId;
  /** The batch whose commands are repeated. */
  readonly retryOf?: BatchId;
  /** Hashes of the PIN, in the order of the devices; null = the command has no PIN. */
  readonly pins: readonly PinHash[] | null;
}

/** Hashes the PIN, if there is one, for each device. Call it before the transaction. */
export async function prepareBatch(
  { random }: Pick<CommandTools, 'random'>,
  order: Omit<BatchOrder, 'pins'>,
  devices: number,
): Promise<BatchOrder> {
  const { request, pin } = withoutPin(order.request);
  const pins = pin === null ? null : await hashPinForEach(pin, { devices, random });
  return { ...order, request, pins };
}

type IssueTools = Pick<CommandTools, 'clock' | 'ids'>;

/**
 * Makes a batch and gives its first devices the command. The remaining devices are stored with the batch, for `continueBatch`. A device
 * that cannot have the command is listed with the reason and does not stop the others.
 * @param answers the idempotency key whose answer the finished batch is, should something be left
 * @throws Fault unprocessable when none can have it
 */
export async function beginBatch(
  tx: Transaction,
  tools: IssueTools,
  {
    order,
    deviceIds,
    answers,
  }: {
    readonly order: BatchOrder;
    readonly deviceIds: readonly string[];
    readonly answers: IdempotencyKey | null;
  },
): Promise<{ readonly batch: CommandBatchRecord; readonly isWhole: boolean }> {
  const { reach, request, pins, requestedBy, batchId = tools.ids.next('bat') } = order;
  const first = await issueEach(
    tx,
    tools,
    { reach, request, pins, requestedBy, batchId, firstPlace: 0 },
    deviceIds.slice(0, FIRST_DEVICES),
  );
  const rest = deviceIds.slice(FIRST_DEVICES);
  if (first.commandIds.length + rest.length === 0) throw noneFits(first.rejected[0]?.detail ?? null);
  const batch: CommandBatchRecord = {
    id: batchId,
    organisationId: reach.organisationId,
    type: request.type,
    request,
    hasPin: pins !== null,
    rejected: first.rejected,
    requestedBy,
    createdAt: tools.clock.now(),
    retryOf: order.retryOf ?? null,
    cancelledAt: null,
  };
  await tx.commandBatches.create(batch, first.commandIds);
  if (rest.length > 0)
    await tx.commandBatches.keepOrder(batch.id, { request, pins, ouPath: reach.ouPath, answers }, rest);
  return { batch, isWhole: rest.length === 0 };
}

/**
 * Gives the next devices of a batch their command, with the moment of the batch: the command expires as if it were made then, and a later
 * lock or unlock stays in force. With the last device the answer is stored under the idempotency key.
 * @returns whether there is more to do
 */
export async function continueBatch(
  tx: Transaction,
  tools: IssueTools,
  id: BatchId,
  devices: number,
): Promise<boolean> {
  const unfinished = await tx.commandBatches.unfinished(id, devices);
  if (unfinished === null) return false;
  const { batch, order, deviceIds, firstWaiting } = unfinished;
  const reach: Reach = { organisationId: batch.organisationId, ouPath: order.ouPath };
  const progress = await issueEach(
    tx,
    tools,
    {
      reach,
      request: order.request,
      pins: order.pins,
      firstPlace: FIRST_DEVICES + firstWaiting,
      requestedBy: batch.requestedBy,
      batchId: id,
      orderedAt: batch.createdAt,
    },
    deviceIds,
  );
  await tx.commandBatches.progress(id, deviceIds.length, progress);
  if (deviceIds.length === devices) return true;
  await tx.commandBatches.endOrder(id);
  await keepAnswer(tx, tools, batch, order.answers);
  return false;
}

/** The answer is not stored after a day: the caller no longer asks, and the key may belong to another request. */
async function keepAnswer(
  tx: Transaction,
  { clock }: Pick<IssueTools, 'clock'>,
  batch: CommandBatchRecord,
  answers: IdempotencyKey | null,
): Promise<void> {
  const until = batch.createdAt + ANSWERS_KEPT_MS;
  if (answers === null || clock.now() >= until) return;
  const view = await tx.commandBatches.get(batch.organisationId, batch.id, null);
  if (view !== null) await tx.idempotency.finish(answers, keptAnswer(batchReply(view)), until);
}

/** The answer to the request that made a batch. */
export function batchReply(view: CommandBatchView): Reply {
  return {
    status: 202,
    body: toCommandBatch(view),
    headers: { location: `/v1/commands/batches/${view.batch.id}` },
  };
}

async function issueEach(
  tx: Transaction,
  tools: IssueTools,
  {
    pins,
    firstPlace,
    ...order
  }: Omit<PreparedOrder, 'deviceId' | 'pin'> &
    Pick<BatchOrder, 'pins'> & {
      /** The place in the batch of the first of these devices. */
      readonly firstPlace: number;
    },
  deviceIds: readonly string[],
): Promise<BatchProgress> {
  const commandIds: CommandId[] = [];
  const rejected: BatchRejection[] = [];
  for (const [index, deviceId] of deviceIds.entries()) {
    const pin = pins === null ? null : pinAt(pins, firstPlace + index);
    const outcome = await issueOne(tx, tools, { ...order, pin, deviceId });
    if (typeof outcome === 'string') commandIds.push(outcome);
    else rejected.push(outcome);
  }
  return { commandIds, rejected };
}

async function issueOne(
  tx: Transaction,
  tools: IssueTools,
  order: PreparedOrder,
): Promise<CommandId | BatchRejection> {
  try {
    return (await issueCommand(tx, tools, order)).id;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message: detail } = error;
    if (code === 'not_found' || code === 'command_not_supported')
      return { deviceId: order.deviceId, code, detail };
    throw error;
  }
}

/** How many requests a batch of this size counts as against the caller's limit. */
export function requestsOf(devices: number): number {
  return Math.max(1, Math.ceil(devices / DEVICES_PER_REQUEST));
}

const DEVICES_PER_REQUEST = 50;

/** A batch that the caller may see. @throws Fault not_found */
export async function batchInReach(
  { commandBatches }: Pick<Transaction, 'commandBatches'>,
  { organisationId, ouPath }: Reach,
  id: string,
): Promise<CommandBatchView> {
  const found = await commandBatches.get(organisationId, id, ouPath);
  if (found === null) throw new Fault('not_found', 'There is no such batch of commands.');
  return found;
}
