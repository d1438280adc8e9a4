import type { CommandId } from '../../contracts/ids.ts';
import type { DeviceLock } from '../ports/devices.ts';

/** What a lock that is gone leaves behind: nothing to show and nothing to unlock with. */
export const LOCK_GONE = {
  until: null,
  message: null,
  requestedBy: null,
  durationMinutes: null,
  pin: null,
} as const;

/**
 * After the lock or unlock command behind the lock came to nothing (taken back, failed, expired): what is wanted is again what is. Null
 * when it changes nothing.
 */
export function lockTakenBack(lock: DeviceLock, commandId: CommandId, now: number): DeviceLock | null {
  if (lock.commandId !== commandId || lock.wanted === lock.confirmed) return null;
  return { ...lock, ...(lock.confirmed ? {} : LOCK_GONE), wanted: lock.confirmed, since: now };
}
