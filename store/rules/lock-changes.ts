import type { CommandId } from '../../contracts/ids.ts';
import type { DeviceLock } from '../ports/devices.ts';

/** The members of a lock that is gone. */
export const LOCK_GONE = {
  until: null,
  message: null,
  requestedBy: null,
  durationMinutes: null,
  pin: null,
} as const;

/** The lock after its command came to nothing (taken back, failed, expired): `wanted` is again what is confirmed. Null when that changes nothing. */
export function lockTakenBack(lock: DeviceLock, commandId: CommandId, now: number): DeviceLock | null {
  if (lock.commandId !== commandId || lock.wanted === lock.confirmed) return null;
  return { ...lock, ...(lock.confirmed ? {} : LOCK_GONE), wanted: lock.confirmed, since: now };
}
