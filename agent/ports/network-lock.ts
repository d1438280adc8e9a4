import type { Outcome } from './outcome.ts';

/**
 * Cuts the computer off from everything but the school's server. It is one object of the system's firewall with our name, apart from the filter's;
 * everything else in the firewall is neither read nor changed. It stays when the agent dies, but not over a reboot (on Windows it does), so that the
 * agent engages it again at each start while the lock is on.  Written failure mode: closed. A failed `engage` leaves what was there before, never
 * half a set of rules; a failed `release` leaves the lock engaged.
 */
export interface NetworkLock {
  /**
   * Replaces our object by one for exactly this network, in one step: there is no moment without it. May be repeated. Running
   * connections end at once. `done` only after the firewall has been read back.
   */
  engage(network: LockedNetwork): Promise<Outcome>;
  /** Removes our object by its name, also one of an earlier process. Without such an object there is nothing to do, and `done` is true. */
  release(): Promise<Outcome>;
  /** What the firewall holds now, read from the firewall. */
  state(): Promise<NetworkLockState>;
  /**
   * Opens https to these addresses for the worker for this many seconds, in a lock that was engaged with `crisisHelp`; otherwise not `done`. The
   * worker's resolver calls it before it answers with them. May be repeated: the time starts again. Absent: this platform keeps crisis help shut
   * while locked. Never rejects.
   */
  allowHelp?(addresses: readonly string[], ttlSeconds: number): Promise<Outcome>;
}

/** `damaged`: something of ours is there, but not all that `engage` puts there; or the firewall cannot be read. Engage again. */
export type NetworkLockState = 'engaged' | 'released' | 'damaged';

/** What stays reachable. Addresses are IP literals; anything else in a list is left out. */
export interface LockedNetwork {
  /** From the last good look-ups and the signed policy. None: nothing is reachable, and only a PIN can unlock. */
  readonly servers: readonly string[];
  /** Resolvers that are open on port 53 while locked. The caller must make sure that DNS cannot be used as a tunnel. */
  readonly resolvers: readonly string[];
  /** Whether look-ups and https of all users reach the worker, which decides by name. The worker itself reaches only what `allowHelp` opened. Absent = no. */
  readonly crisisHelp?: boolean;
  /** Addresses that a captive portal needs, with that of its probe. They are open to all programs by TCP, and look-ups reach the worker. Absent = none. */
  readonly portalAddresses?: readonly string[];
}

/** One command of a plan; a plan is pure and says all that will happen. */
export interface Step {
  /** For logs and errors, in words. */
  readonly what: string;
  readonly cmd: readonly string[];
  readonly stdin?: string;
}
