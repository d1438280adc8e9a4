import type { CommandId } from '../../contracts/ids.ts';
import { MAX_FILTERED_DEVICES } from '../../contracts/rest/command-batches.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import { Fault } from '../../kit/fault.ts';
import type { BatchRejection, CommandBatchRecord } from '../../store/ports/command-batches.ts';
import type { DeviceFilter } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { type CommandTools, issueCommand, type PreparedOrder, withHashedPin } from './commands.ts';
import type { Reach } from './reach.ts';

/** One command for many devices. */
export interface BatchOrder extends Pick<PreparedOrder, 'reach' | 'request' | 'pin' | 'requestedBy'> {
  readonly devices:
    | { readonly kind: 'named'; readonly ids: readonly string[] }
    | { readonly kind: 'filter'; readonly filter: DeviceFilter };
}

/** Hashes the PIN, if any, once for all devices: call it before the transaction. */
export async function prepareBatch(
  { random }: Pick<CommandTools, 'random'>,
  order: Omit<BatchOrder, 'pin'> & { readonly request: CommandRequest },
): Promise<BatchOrder> {
  return { ...order, ...(await withHashedPin(order.request, random)) };
}

/** The ids that an order is about; a filter is read now. @throws Fault unprocessable when a filter matches too many */
export async function devicesOfBatch(
  { devices }: Pick<Transaction, 'devices'>,
  { reach, devices: wanted }: Pick<BatchOrder, 'reach' | 'devices'>,
): Promise<readonly string[]> {
  if (wanted.kind === 'named') return wanted.ids;
  const { rows } = await devices.list({
    organisationId: reach.organisationId,
    filter: wanted.filter,
    sort: [],
    limit: MAX_FILTERED_DEVICES + 1,
    from: { kind: 'page', page: 1 },
  });
  if (rows.length > MAX_FILTERED_DEVICES)
    throw new Fault('unprocessable', `The filter matches more than ${MAX_FILTERED_DEVICES} devices.`);
  return rows.map(({ id }) => id);
}

/**
 * Gives each device the command. A device that cannot have it is listed with the reason, and hinders no other.
 * @throws Fault unprocessable when none can
 */
export async function issueBatch(
  tx: Transaction,
  tools: Pick<CommandTools, 'clock' | 'ids'>,
  { order, deviceIds }: { readonly order: BatchOrder; readonly deviceIds: readonly string[] },
): Promise<CommandBatchRecord> {
  const commandIds: CommandId[] = [];
  const rejected: BatchRejection[] = [];
  for (const deviceId of deviceIds) {
    const outcome = await issueOne(tx, tools, { ...order, deviceId });
    if (typeof outcome === 'string') commandIds.push(outcome);
    else rejected.push(outcome);
  }
  if (commandIds.length === 0) throw nothingDone(rejected);
  const batch: CommandBatchRecord = {
    id: tools.ids.next('bat'),
    organisationId: order.reach.organisationId,
    type: order.request.type,
    rejected,
    requestedBy: order.requestedBy,
    createdAt: tools.clock.now(),
  };
  await tx.commandBatches.create(batch, commandIds);
  return batch;
}

async function issueOne(
  tx: Transaction,
  tools: Pick<CommandTools, 'clock' | 'ids'>,
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

function nothingDone(rejected: readonly BatchRejection[]): Fault {
  const detail =
    rejected.length === 0
      ? 'No device fits the filter.'
      : `None of the devices can have this command: ${rejected[0]?.detail}`;
  return new Fault('unprocessable', detail);
}

/** How many devices a batch of one request counts as: so many requests are taken from the caller's limit (api.md, section 11). */
export function requestsOf(devices: number): number {
  return Math.max(1, Math.ceil(devices / DEVICES_PER_REQUEST));
}

const DEVICES_PER_REQUEST = 50;

/** Where a batch may be looked at. @throws Fault not_found */
export async function batchInReach(
  { commandBatches }: Pick<Transaction, 'commandBatches'>,
  { organisationId, ouPath }: Reach,
  id: string,
) {
  const found = await commandBatches.get(organisationId, id, ouPath);
  if (found === null) throw new Fault('not_found', 'There is no such batch of commands.');
  return found;
}
