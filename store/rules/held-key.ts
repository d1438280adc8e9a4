/**
 * Stands before a device's key when a restore could not know whether the key was revoked since the backup. Base64url has no colon, so such a value is never a
 * valid key, and nobody can log in with it. A later restore finds the prefix in the journal of revocations as it is.
 */
export const HELD_KEY = 'held:';

/** Whether a device's key waits until an operator confirms that the device is still the school's. */
export function isHeldKey(publicKey: string | null): boolean {
  return publicKey?.startsWith(HELD_KEY) === true;
}
