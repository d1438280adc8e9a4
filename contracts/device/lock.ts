/** The lock of a device. The wanted and the confirmed state are two facts; the shown state combines them. */
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
