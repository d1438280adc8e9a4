import type { CampusState } from '../../contracts/device/campus.ts';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { BundleOverride, BundleSession } from '../../contracts/policy/model.ts';

/**
 * `off`: everything is allowed, nothing is recorded (no bundle yet, rescue, observe). `enforce`: policy decides. `portal`: a captive portal is up, within its
 * grace. `locked`: only the school's server, and crisis help where the settings allow it.
 */
export type FilterMode = 'off' | 'enforce' | 'portal' | 'locked';

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
  readonly campus: CampusState;
  /** Server time minus the worker's clock (milliseconds). */
  readonly clockOffsetMs: number;
  /** The other offset that may be the right one, while nobody knows (core/time/clock-doubt.ts): the stricter verdict counts. Null or absent = no doubt. */
  readonly doubtOffsetMs?: number | null;
  /** The category index file; null = none: no name has a category. Another path whenever the content is another. */
  readonly indexFile: string | null;
  /** Resolvers to ask: IP addresses (with port as `address:port`, `[v6]:port`) or `https://…` DoH addresses, in the order of trying. */
  readonly upstreams: readonly string[];
  /** Host names of the school's server: always resolved, in a lock too. */
  readonly serverNames: readonly string[];
  /** Hosts that the captive portal's own page needs. */
  readonly portalHosts: readonly string[];
  /** Networks in which private addresses are right answers for public names, beside the device's own; CIDR. */
  readonly privateNetworks: readonly string[];
  /** For the pages. */
  readonly organisation: string;
  readonly helpLine: string | null;
}
