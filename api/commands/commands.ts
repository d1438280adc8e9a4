import { DEFAULT_EXPIRY_SECONDS } from '../../contracts/device/command.ts';
import type { PinHash } from '../../contracts/device/lock.ts';
import type { BatchId } from '../../contracts/ids.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import type { LockParams } from '../../contracts/rest/resources.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { hashPin } from '../../kit/pin-hash.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { endCommand, endCommands } from '../../store/rules/end-commands.ts';
import { commandInReach, deviceInReach, type Reach } from '../input/reach.ts';
import { type LockOrder, lockTakenBack, lockWanted, unlockWanted } from '../locks/lock.ts';
import { requireSupport } from './command-support.ts';

export interface CommandTools {
  readonly store: Pick<Store, 'devices' | 'commands'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
}

/** A request for a command of one device, with the caller. */
export interface CommandOrder {
  readonly reach: Reach;
  readonly deviceId: string;
  readonly request: CommandRequest;
  /** Id of the key or account that asks. */
  readonly requestedBy: string | null;
}

/** An order whose PIN, if any, has been hashed. The rest of the work can be done inside a transaction. */
export interface PreparedOrder extends CommandOrder {
  readonly pin: PinHash | null;
  /** Epoch milliseconds of the request; absent = now. An order does not undo a lock or unlock that was made after this moment. */
  readonly orderedAt?: number;
  /** The batch that it belongs to. */
  readonly batchId?: BatchId;
}

/**
 * Checks an order and hashes its PIN. Hashing takes a worker thread some tens of milliseconds, so call this before the transaction. The PIN
 * itself is not kept.
 * @throws Fault not_found, command_not_supported
 */
export async function prepareCommand(
  { store, random }: CommandTools,
  order: CommandOrder,
): Promise<PreparedOrder> {
  const { reach, request } = order;
  const device = await deviceInReach(store, reach, order.deviceId);
  requireSupport(request.type, device.platform);
  const { request: plain, pin } = withoutPin(request);
  return { ...order, request: plain, pin: pin === null ? null : await hashPin(pin, random) };
}

/** Splits a request from its PIN; null = there is no PIN. */
export function withoutPin(request: CommandRequest): {
  readonly request: CommandRequest;
  readonly pin: string | null;
} {
  if (request.type !== 'lock') return { request, pin: null };
  const { pin, ...params } = request.params ?? {};
  return { request: { ...request, params }, pin: pin ?? null };
}

/**
 * Gives a command to a device: the command is queued, the stored lock follows, and the delivery is woken after the commit. A lock while
 * another lock is open returns the open command as it is; the same holds for an unlock. An unlock supersedes an open lock, and a lock
 * supersedes an open unlock.
 * @throws Fault not_found, command_not_supported
 */
export async function issueCommand(
  tx: Transaction,
  { clock, ids }: Pick<CommandTools, 'clock' | 'ids'>,
  order: PreparedOrder,
): Promise<CommandRecord> {
  const { reach, request, requestedBy } = order;
  const device = await deviceInReach(tx, reach, order.deviceId);
  requireSupport(request.type, device.platform);
  const now = clock.now();
  const aboutLock = request.type === 'lock' || request.type === 'unlock';
  const open = aboutLock ? (await tx.commands.openOf(device.id)).filter(isAboutLock) : [];
  const same = open.find(({ type, expiresAt }) => type === request.type && expiresAt > now);
  if (same !== undefined) return same;

  const orderedAt = order.orderedAt ?? now;
  const isOvertaken =
    aboutLock && orderedAt < now && (await tx.commands.lockOrderedAfter(device.id, orderedAt));
  if (!isOvertaken) await endCommands(tx, open, { to: 'superseded', at: now });
  const command: CommandRecord = {
    id: ids.next('cmd'),
    organisationId: device.organisationId,
    deviceId: device.id,
    sequence: await tx.devices.nextCommandSequence(device.id),
    type: request.type,
    params: { ...request.params },
    status: 'queued',
    createdAt: orderedAt,
    expiresAt: orderedAt + (request.expiresInSeconds ?? DEFAULT_EXPIRY_SECONDS[request.type]) * 1_000,
    sentAt: null,
    acknowledgedAt: null,
    completedAt: null,
    result: null,
    error: null,
    requestedBy,
    batchId: order.batchId ?? null,
  };
  await tx.commands.create(command);
  if (isOvertaken) return (await endCommand(tx, command, { to: 'superseded', at: now })) ?? command;
  if (aboutLock) await moveLock(tx, device, order, command);
  tx.wake({ kind: 'device', deviceId: device.id });
  tx.wake({ kind: 'command', commandId: command.id });
  return command;
}

/** Cancels a queued command. @throws Fault not_found, command_not_cancellable */
export async function cancelCommand(
  tx: Transaction,
  { clock }: Pick<CommandTools, 'clock'>,
  { reach, id }: { readonly reach: Reach; readonly id: string },
): Promise<CommandRecord> {
  const command = await commandInReach(tx, reach, id);
  if (command.status !== 'queued')
    throw new Fault(
      'command_not_cancellable',
      `The command is ${command.status}; only a queued one can be taken back.`,
    );
  const device = await tx.devices.find(command.deviceId);
  return await takeBack(tx, { command, device, at: clock.now() });
}

/** Cancels a queued command of a device, with the lock or unlock that it wanted. @param device null = it was unenrolled */
export async function takeBack(
  tx: Transaction,
  {
    command,
    device,
    at,
  }: { readonly command: CommandRecord; readonly device: DeviceRecord | null; readonly at: number },
): Promise<CommandRecord> {
  const cancelled = (await endCommand(tx, command, { to: 'cancelled', at })) ?? command;
  const lock = device === null ? null : lockTakenBack(device.lock, command.id, at);
  if (lock !== null) await tx.devices.setLock(command.deviceId, lock);
  tx.wake({ kind: 'device', deviceId: command.deviceId });
  return cancelled;
}

function isAboutLock({ type }: CommandRecord): boolean {
  return type === 'lock' || type === 'unlock';
}

async function moveLock(
  tx: Transaction,
  device: DeviceRecord,
  { request, pin, requestedBy }: PreparedOrder,
  { id, sequence, createdAt }: CommandRecord,
): Promise<void> {
  const order: LockOrder = { commandId: id, sequence, requestedBy, now: createdAt };
  const lock =
    request.type === 'lock'
      ? lockWanted(device.lock, { ...wishOf(request.params), pin }, order)
      : unlockWanted(device.lock, order);
  await tx.devices.setLock(device.id, lock);
}

function wishOf(params: LockParams | undefined): {
  readonly message: string | null;
  readonly durationMinutes: number | null;
} {
  const message = params?.message ?? '';
  return { message: message === '' ? null : message, durationMinutes: params?.durationMinutes ?? null };
}
