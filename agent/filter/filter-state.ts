import type { CampusState } from '../../contracts/device/campus.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { BundleOverride, BundleSession } from '../../contracts/policy/model.ts';

/**
 * `off`: everything is allowed, nothing is recorded (no bundle yet, rescue, observe). `enforce`: policy decides. `portal`: as `enforce`, and the
 * captive portal's own hosts are open where no rule speaks against them. `locked`: only the school's server, and crisis help where the settings allow it.
 */
export type FilterMode = 'off' | 'enforce' | 'portal' | 'locked';

/** Somebody with a session on this computer. */
export interface FilterAccount {
  /** The user id of their processes. */
  readonly uid: number;
  /** E-mail address in lower case. */
  readonly user: string;
  /** The unit of that person, else of the device. */
  readonly ouPath: string;
}

/** Fast user switching leaves a handful of sessions behind; whoever is beyond counts as nobody known. */
export const MAX_ACCOUNTS = 32;

/**
 * All that the filter works from, as the agent gives it to the worker: plain JSON, whole each time, applied at once and atomically. It comes from verified messages
 * and the system's own facts only; the worker believes it and nobody else.
 */
export interface FilterState {
  readonly deviceId: string;
  readonly mode: FilterMode;
  /** By what, while the mode is `locked`; absent = by a command, the stricter. */
  readonly lockedBy?: LockedBy;
  /** Null = none was ever received. */
  readonly bundle: PolicyBundle | null;
  readonly sessions: readonly BundleSession[];
  readonly overrides: readonly BundleOverride[];
  /** E-mail address in lower case of who is signed in; null = nobody known. */
  readonly user: string | null;
  /** The unit of that person, else of the device. */
  readonly ouPath: string;
  /** The device's own unit, for what is nobody's; absent = `ouPath`. */
  readonly deviceOuPath?: string;
  /** Everyone with a session, `user` among them, at most `MAX_ACCOUNTS`; absent = the system does not tell: whatever is asked, `user` asks it. */
  readonly accounts?: readonly FilterAccount[];
  readonly campus: CampusState;
  /** Server time minus the worker's clock (milliseconds). */
  readonly clockOffsetMs: number;
  /** The other offset that may be the right one, while nobody knows (core/time/clock-doubt.ts): the stricter verdict counts. Null or absent = no doubt. */
  readonly doubtOffsetMs?: number | null;
  /** The category index file; null = none: no name has a category. Another path whenever the content is another. */
  readonly indexFile: string | null;
  /** Resolvers to ask: IP addresses (with port as `address:port`, `[v6]:port`) or `https://…` DoH addresses, in the order of trying. */
  readonly upstreams: readonly string[];
  /**
   * The network: another `epoch` whenever it, or what is known of it, is another; not `proven` while nobody knows whether a captive portal stands between, and while
   * one does; `portal` once one was seen there. What the resolver learnt in one epoch holds in no other. Absent = it is always the same.
   */
  readonly network?: { readonly epoch: number; readonly proven: boolean; readonly portal: boolean };
  /** Host names of the school's server: always resolved, in a lock too. */
  readonly serverNames: readonly string[];
  /** Hosts that the captive portal's own page needs; its own first. */
  readonly portalHosts: readonly string[];
  /** Networks in which private addresses are right answers for public names, beside the device's own; CIDR. */
  readonly privateNetworks: readonly string[];
  /** Private networks that the computer is in, CIDR; absent = none. Whether its devices may be opened, the settings say. */
  readonly localNetworks?: readonly string[];
  /** Those of them that are no school's; absent = none. */
  readonly homeNetworks?: readonly string[];
  /** For the pages. */
  readonly organisation: string;
  readonly helpLine: string | null;
}
