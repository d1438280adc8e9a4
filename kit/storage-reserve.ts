/** The part of the disk that is kept for people who have to act: locks, commands, lessons, alerts, signing in, freeing space, and the audit of these. */
export interface StorageReserve {
  /** Whether only the reserve is left. The answer comes from memory, because every message and request asks for it. */
  isReached(): boolean;
}

/** The reserve of a disk that is never full. */
export const NO_RESERVE: StorageReserve = { isReached: () => false };
