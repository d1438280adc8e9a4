import type { CampusState } from '../../contracts/device/campus.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { BundleOverride, BundleSession } from '../../contracts/policy/model.ts';

/**
 * `off`: everything is allowed, nothing is recorded (no bundle yet, rescue, observe). `enforce`: policy decides. `portal`: as `enforce`, and the
 * captive portal's own hosts are open unless a rule blocks them. `locked`: only the school's server, and crisis help where the settings allow it.
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

/** What the school answered to a request for access. */
export interface AccessAnswer {
  readonly host: string;
  /** Who asked, in lower case; null = nobody known. */
  readonly user: string | null;
  readonly state: 'allowed' | 'refused';
  readonly words: string | null;
  /** Epoch milliseconds, server time. */
  readonly at: number;
}

/** Accounts that are told apart. Fast user switching leaves a handful of sessions; the user of a further one counts as unknown. */
export const MAX_ACCOUNTS = 32;

/**
 * Everything the filter decides by, as the agent sends it to the worker: plain JSON, complete each time, applied at once as a whole. It is made only
 * of verified messages and facts of the system. The worker believes no other source.
 */
export interface FilterState {
  readonly deviceId: string;
  readonly mode: FilterMode;
  /** What locks, while the mode is `locked`; absent = a command, the stricter case. */
  readonly lockedBy?: LockedBy;
  /** Null = none was ever received. */
  readonly bundle: PolicyBundle | null;
  readonly sessions: readonly BundleSession[];
  readonly overrides: readonly BundleOverride[];
  /** E-mail address in lower case of who is signed in; null = nobody known. */
  readonly user: string | null;
  /** The unit of that person, else of the device. */
  readonly ouPath: string;
  /** The device's own unit, for requests that belong to no person; absent = `ouPath`. */
  readonly deviceOuPath?: string;
  /** Everyone with a session, `user` included, at most `MAX_ACCOUNTS`. Absent = the system does not tell, and every request counts as the request of `user`. */
  readonly accounts?: readonly FilterAccount[];
  readonly campus: CampusState;
  /** Server time minus the worker's clock (milliseconds). */
  readonly clockOffsetMs: number;
  /** The other offset that may be the right one, while nobody knows (core/time/clock-doubt.ts): the stricter verdict counts. Null or absent = no doubt. */
  readonly doubtOffsetMs?: number | null;
  /** The path of the category index; null = none, and no name has a category. A new content has a new path. */
  readonly indexFile: string | null;
  /** Resolvers to ask: IP addresses (with port as `address:port`, `[v6]:port`) or `https://…` DoH addresses, in the order of trying. */
  readonly upstreams: readonly string[];
  /**
   * The present network. `epoch` changes whenever the network changes, or what is known of it; what the resolver learnt in one epoch does not hold in
   * another. `proven` is false while nobody knows whether a captive portal intercepts, and while one does. `portal` is true once a portal was seen in
   * this network. Absent = the network never changes.
   */
  readonly network?: { readonly epoch: number; readonly proven: boolean; readonly portal: boolean };
  /** Host names of the school's server: always resolved, in a lock too. */
  readonly serverNames: readonly string[];
  /** Hosts that the captive portal's own page needs; its own first. */
  readonly portalHosts: readonly string[];
  /** Networks in which private addresses are right answers for public names, beside the device's own; CIDR. */
  readonly privateNetworks: readonly string[];
  /** Private networks that the computer is in, CIDR; absent = none. The settings say whether devices in them may be opened. */
  readonly localNetworks?: readonly string[];
  /** Those local networks that do not belong to the school; absent = none. */
  readonly homeNetworks?: readonly string[];
  /** What the school answered to requests for access from this computer, the latest first; absent = none. */
  readonly answers?: readonly AccessAnswer[];
  /** For the pages. */
  readonly organisation: string;
  readonly helpLine: string | null;
}
