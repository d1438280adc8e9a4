/** A network (an IPv4 address, or a /64 of IPv6) from which a device has logged in; which one is not kept. */
export interface KnownNetwork {
  readonly network: string;
  /** When one has last (epoch milliseconds). */
  readonly usedAt: number;
}

export interface KnownNetworkStore {
  /** Those that were used since a moment, the one that was used longest ago first. */
  list(since: number): Promise<readonly KnownNetwork[]>;
  /** A use never goes back. */
  note(used: readonly KnownNetwork[]): Promise<void>;
  /** Deletes those that were not used since `before`, and above so many those that were used longest ago. */
  forget(old: { readonly before: number; readonly above: number }): Promise<void>;
}
