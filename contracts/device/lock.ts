/** The lock of a device: what is wanted and what the device has confirmed are two facts; the state shown is made of both. */
export type LockState = 'unlocked' | 'locking' | 'locked' | 'unlocking';

export function lockState(lock: { readonly wanted: boolean; readonly confirmed: boolean }): LockState {
  if (lock.wanted) return lock.confirmed ? 'locked' : 'locking';
  return lock.confirmed ? 'unlocking' : 'unlocked';
}

/** scrypt of an unlock PIN (RFC 7914): salt and hash in base64url, with the cost used. The PIN itself is stored nowhere. */
export interface PinHash {
  readonly salt: string;
  readonly hash: string;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}
