import { lockState, type PinHash } from '../../contracts/device/lock.ts';
import type { CommandId } from '../../contracts/ids.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import { LOCK_GONE } from '../../store/rules/lock-changes.ts';

export { lockTakenBack } from '../../store/rules/lock-changes.ts';

/**
 * How lock, unlock and cancel change the stored lock. `wanted` is the server's will; `confirmed` is the device's report, which only the
 * gateway writes. The functions are pure: the callers act.
 */
export interface LockWish {
  readonly message: string | null;
  /** The device counts from the moment of locking; null = until unlocked. */
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

/** The lock after a lock command. Its end is unknown before the device has locked. */
export function lockWanted(
  lock: DeviceLock,
  wish: LockWish,
  { commandId, sequence, requestedBy, now }: LockOrder,
): DeviceLock {
  return moved(lock, { ...lock, ...wish, wanted: true, until: null, requestedBy, commandId, sequence }, now);
}

/** The lock after an unlock command. The present lock stays shown until the device confirms, and comes back if the unlock fails. */
export function unlockWanted(
  lock: DeviceLock,
  { commandId, sequence, requestedBy, now }: LockOrder,
): DeviceLock {
  const rest = lock.confirmed ? { requestedBy } : LOCK_GONE;
  return moved(lock, { ...lock, ...rest, wanted: false, commandId, sequence }, now);
}

/** `since` is the time of the last change of the shown state. */
function moved(before: DeviceLock, after: DeviceLock, now: number): DeviceLock {
  return lockState(before) === lockState(after) ? after : { ...after, since: now };
}
