import type { Outcome } from './outcome.ts';

/**
 * Cuts the computer off from everything but the school's server. One named object of the system's firewall, our own, apart from
 * the filter's: whatever else stands in the firewall is neither read nor changed. It survives the agent's death, not a reboot
 * (Windows: also a reboot), so the agent engages again at each start while the lock holds.
 *
 * Written failure mode: closed. A failed `engage` leaves what was there before, never half a set of rules; a failed `release`
 * leaves the lock engaged.
 */
export interface NetworkLock {
  /**
   * Replaces our object by one for exactly this network, in one step: there is no moment without it. May be repeated. Running
   * connections end at once. `done` only after the firewall has been read back.
   */
  engage(network: LockedNetwork): Promise<Outcome>;
  /** Removes our object by its name; needs no memory of engaging. Without such an object it has nothing to do, and `done` is true. */
  release(): Promise<Outcome>;
  /** What the firewall holds now, read from the firewall. */
  state(): Promise<NetworkLockState>;
  /**
   * Opens https to these addresses for the worker for so many seconds, in a lock that was engaged with `crisisHelp`; else not `done`. The worker's resolver calls it
   * before it answers with them. May be repeated: the time starts anew. Absent: this platform keeps crisis help shut while locked. Never rejects.
   */
  allowHelp?(addresses: readonly string[], ttlSeconds: number): Promise<Outcome>;
}

/** `damaged`: something of ours is there, but not all that `engage` puts there; or the firewall cannot be read. Engage again. */
export type NetworkLockState = 'engaged' | 'released' | 'damaged';

/** What stays reachable. Addresses are IP literals; anything else in a list is left out. */
export interface LockedNetwork {
  /** From the last good look-ups and the signed policy. None: nothing is reachable, and only a PIN can unlock. */
  readonly servers: readonly string[];
  /** Resolvers for port 53 while locked. The caller answers for DNS not becoming a tunnel. */
  readonly resolvers: readonly string[];
  /** Look-ups and https of all users reach the worker, which decides by name; itself it reaches what `allowHelp` opened. Absent = no. */
  readonly crisisHelp?: boolean;
  /** Addresses that a captive portal needs, its probe's among them: open to all by TCP, and look-ups reach the worker. Absent = none. */
  readonly portalAddresses?: readonly string[];
}

/** One command of a plan; a plan is pure and says all that will happen. */
export interface Step {
  /** For logs and errors, in words. */
  readonly what: string;
  readonly cmd: readonly string[];
  readonly stdin?: string;
}
