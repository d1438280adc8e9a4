import type { PinHash } from '../../contracts/device/lock.ts';
import { lockState } from '../../contracts/device/lock.ts';
import type { CommandId } from '../../contracts/ids.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';

/**
 * What lock, unlock and cancel mean for the stored lock: `wanted` is the server's will, `confirmed` the device's word, which only the
 * gateway writes. Pure: the callers act.
 */
export interface LockWish {
  readonly message: string | null;
  /** Counted by the device from the moment of locking; null = until unlocked. */
  readonly durationMinutes: number | null;
  readonly pin: PinHash | null;
}

/** The command behind a change. */
export interface LockOrder {
  readonly commandId: CommandId;
  readonly sequence: number;
  readonly requestedBy: string | null;
  readonly now: number;
}

/** What a lock that is gone leaves behind: nothing to show and nothing to unlock with. */
const CLEARED = { until: null, message: null, requestedBy: null, durationMinutes: null, pin: null } as const;

/** After a lock was asked for. Its end is not known before the device has locked. */
export function lockWanted(
  lock: DeviceLock,
  wish: LockWish,
  { commandId, sequence, requestedBy, now }: LockOrder,
): DeviceLock {
  return moved(lock, { ...lock, ...wish, wanted: true, until: null, requestedBy, commandId, sequence }, now);
}

/** After an unlock was asked for. What stands until the device confirms goes on being shown, and comes back if the unlock fails. */
export function unlockWanted(
  lock: DeviceLock,
  { commandId, sequence, requestedBy, now }: LockOrder,
): DeviceLock {
  const rest = lock.confirmed ? { requestedBy } : CLEARED;
  return moved(lock, { ...lock, ...rest, wanted: false, commandId, sequence }, now);
}

/** After the command behind the lock was taken back: what is wanted is again what is. Null when it changes nothing. */
export function lockTakenBack(lock: DeviceLock, commandId: CommandId, now: number): DeviceLock | null {
  if (lock.commandId !== commandId || lock.wanted === lock.confirmed) return null;
  return moved(lock, { ...lock, ...(lock.confirmed ? {} : CLEARED), wanted: lock.confirmed }, now);
}

/** `since` tells when the state shown last changed. */
function moved(before: DeviceLock, after: DeviceLock, now: number): DeviceLock {
  return lockState(before) === lockState(after) ? after : { ...after, since: now };
}
