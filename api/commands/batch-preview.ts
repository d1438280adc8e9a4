import { createHash } from 'node:crypto';
import type { PinHash } from '../../contracts/device/lock.ts';
import { statusShown } from '../../contracts/device/presence.ts';
import {
  BATCH_OUTCOMES,
  type BatchOutcome,
  type CommandBatchPreview,
  MAX_PREVIEWED_DEVICES,
} from '../../contracts/rest/command-batches.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import type { LockParams } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import type { DeviceLock, DeviceRecord } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { notFound } from '../input/field-fault.ts';
import type { Reach } from '../input/reach.ts';
import { type BatchDevices, orderedDevices } from './batch-devices.ts';
import { requireSupport } from './command-support.ts';
import { withoutPin } from './commands.ts';

/** What a command would do to a device. */
export type ForeseenDevice = CommandBatchPreview['devices'][number];

/** A command for many devices that is not sent yet. */
export interface PlannedBatch {
  readonly reach: Reach;
  readonly devices: BatchDevices;
  readonly request: CommandRequest;
}

/**
 * Says of each device of an order what would happen to it now. It changes nothing. Do not call it inside a transaction, because it gives other
 * work its turn.
 * @throws Fault unprocessable when a filter matches too many
 */
export async function foreseeBatch(
  store: Pick<Repositories, 'devices'>,
  plan: PlannedBatch,
  now: number,
): Promise<readonly ForeseenDevice[]> {
  const foreseen: ForeseenDevice[] = [];
  for await (const group of orderedDevices(store, plan))
    for (const [id, device] of group) foreseen.push(foresee(id, device, plan.request, now));
  return foreseen;
}

function foresee(
  deviceId: string,
  device: DeviceRecord | null,
  request: CommandRequest,
  now: number,
): ForeseenDevice {
  const rejected = ({ code, message: detail }: Fault): ForeseenDevice => ({
    deviceId,
    name: device?.name ?? null,
    outcome: 'rejected',
    code: code === 'not_found' ? 'not_found' : 'command_not_supported',
    detail,
  });
  if (device === null) return rejected(notFound('device'));
  try {
    requireSupport(request.type, device.platform);
  } catch (error) {
    if (error instanceof Fault && error.code === 'command_not_supported') return rejected(error);
    throw error;
  }
  const outcome = outcomeOf(device, request, now);
  return { deviceId, name: device.name, outcome, code: null, detail: null };
}

function outcomeOf(device: DeviceRecord, request: CommandRequest, now: number): BatchOutcome {
  if (request.type === 'unlock' && !device.lock.wanted) return 'already';
  if (request.type === 'lock' && isSameLock(device.lock, request.params)) return 'already';
  return statusShown(device, now) === 'online' ? 'now' : 'later';
}

/** Whether a lock stands that a new one would repeat. One with an end or a PIN is never the same: the end would move, and a PIN cannot be compared. */
function isSameLock(lock: DeviceLock, params: LockParams = {}): boolean {
  const { message = '', durationMinutes = null, pin = null } = params;
  const known: PinHash | null = lock.pin;
  return (
    lock.wanted &&
    (lock.message ?? '') === message &&
    [durationMinutes, lock.durationMinutes, pin, known].every((each) => each === null)
  );
}

/** The answer to a preview, but for its token: exact counts, and the first devices of each outcome. */
export function previewOf(
  type: CommandRequest['type'],
  foreseen: readonly ForeseenDevice[],
): Omit<CommandBatchPreview, 'token' | 'expiresAt'> {
  const of = (wanted: BatchOutcome): readonly ForeseenDevice[] =>
    foreseen.filter(({ outcome }) => outcome === wanted);
  return {
    type,
    total: foreseen.length,
    counts: {
      now: of('now').length,
      later: of('later').length,
      already: of('already').length,
      rejected: of('rejected').length,
    },
    devices: BATCH_OUTCOMES.flatMap((outcome) => of(outcome).slice(0, MAX_PREVIEWED_DEVICES)),
  };
}

/**
 * A digest of what was foreseen: the devices with those that are rejected and those for which nothing would change, and the caller's unit. Whether
 * a device is on-line is no part of it.
 */
export function foreseenDigest({ ouPath }: Reach, foreseen: readonly ForeseenDevice[]): string {
  const lines = foreseen.map(({ deviceId, outcome, code }) => {
    const effect = outcome === 'now' || outcome === 'later' ? 'command' : (code ?? outcome);
    return `${deviceId} ${effect}`;
  });
  return digestOf([ouPath, lines.sort()]);
}

/** A digest of who orders what. Of a PIN only whether there is one, so that it cannot be guessed from the digest. */
export function orderDigest(
  { organisationId, actor }: { readonly organisationId: number; readonly actor: string },
  request: CommandRequest,
): string {
  const { request: plain, pin } = withoutPin(request);
  const params = Object.entries(plain.params ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([organisationId, actor, plain.type, plain.expiresInSeconds ?? null, params, pin !== null]);
}

function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
