/** A network (an IPv4 address, or a /64 of IPv6) from which a device has logged in. The device is not stored. */
export interface KnownNetwork {
  readonly network: string;
  /** The last login (epoch milliseconds). */
  readonly usedAt: number;
}

export interface KnownNetworkStore {
  /** Networks used since a moment, the one used longest ago first. */
  list(since: number): Promise<readonly KnownNetwork[]>;
  /** Stores uses; a stored time never goes back. */
  note(used: readonly KnownNetwork[]): Promise<void>;
  /** Deletes networks that were not used since `before`, and the ones used longest ago so that no more than `above` are left. */
  forget(old: { readonly before: number; readonly above: number }): Promise<void>;
}
