/**
 * Before a device's key, says that a restore could not know whether it was revoked since. No base64url has a colon, so wherever the field is read as a key,
 * nobody can prove himself by it, and a later restore finds it in the journal of revocations as it is.
 */
export const HELD_KEY = 'held:';

/** Whether a device's key waits for an operator who says that the device is still the school's. */
export function isHeldKey(publicKey: string | null): boolean {
  return publicKey?.startsWith(HELD_KEY) === true;
}
