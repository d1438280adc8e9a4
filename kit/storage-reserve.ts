/** The last part of the disk, kept for people who have to act: locks, commands, lessons, alerts, signing in, making room, and the audit of all that. */
export interface StorageReserve {
  /** Whether only the reserve is left. Answered from memory: called for each message and each request. */
  isReached(): boolean;
}

/** The reserve of a disk that is never full. */
export const NO_RESERVE: StorageReserve = { isReached: () => false };
