import { lockState, type PinHash } from '../../contracts/device/lock.ts';
import type { CommandId } from '../../contracts/ids.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import { LOCK_GONE } from '../../store/rules/lock-changes.ts';

export { lockTakenBack } from '../../store/rules/lock-changes.ts';

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
  const rest = lock.confirmed ? { requestedBy } : LOCK_GONE;
  return moved(lock, { ...lock, ...rest, wanted: false, commandId, sequence }, now);
}

/** `since` tells when the state shown last changed. */
function moved(before: DeviceLock, after: DeviceLock, now: number): DeviceLock {
  return lockState(before) === lockState(after) ? after : { ...after, since: now };
}
