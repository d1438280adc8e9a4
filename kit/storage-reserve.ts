/** The part of the disk that is kept for people who have to act: locks, commands, lessons, alerts, signing in, making room, and the audit of all that. */
export interface StorageReserve {
  /** Whether all that is left is the reserve. Told from memory: asked for each message and each request. */
  isReached(): boolean;
}

/** Of a disk that is never full. */
export const NO_RESERVE: StorageReserve = { isReached: () => false };
