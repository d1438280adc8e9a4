import type { BypassKind } from '../../contracts/policy/bypass.ts';
import type { FailMode, YoutubeRestriction } from '../../contracts/policy/settings.ts';
import type { Outcome } from './outcome.ts';

/** What the computer is to be like, as far as filtering is concerned. The lock is another object (network-lock.ts). */
export interface FilterWish {
  /** `off`: nothing of ours is in force. `portal`: as `enforce`, but open towards the captive portal. */
  readonly mode: 'off' | 'enforce' | 'portal';
  readonly failMode: FailMode;
  /** Whose sockets go out unfiltered: the account of the worker. Platforms without accounts for it ignore it. */
  readonly workerUid: number;
  /** Where the worker listens, on 127.0.0.1 and ::1. */
  readonly ports: { readonly dns: number; readonly proxy: number; readonly relay: number };
  /** IP addresses of the resolvers that the network gave: asking them directly is no attempt, for the answer is ours all the same. */
  readonly networkResolvers: readonly string[];
  /**
   * IP addresses that the worker itself asks, by plain DNS or DoH. They matter where the firewall cannot tell the worker from other programs: there they stay
   * open to all. No platform needs them now. Absent = none.
   */
  readonly upstreamAddresses?: readonly string[];
  /** Addresses and networks of public DoH servers. */
  readonly dohAddresses: readonly string[];
  /** Addresses that the captive portal needs; empty unless `portal`. */
  readonly portalAddresses: readonly string[];
  /** Only addresses that our resolver gave out (`giveOut`) are open to others than the worker; built on Linux. */
  readonly pinnedEgress: boolean;
  /** Networks that the computer is on, CIDR: open all the same while pinned. Absent = none. */
  readonly localNetworks?: readonly string[];
  /** Addresses and networks, CIDR, of the school's own VPN: the ports of VPNs are open there. Absent = none. */
  readonly vpnServers?: readonly string[];
  /** Containers and virtual machines may ask `networkResolvers`. Absent = they may not; Linux. */
  readonly guestLookUps?: boolean;
  readonly browser: BrowserWish;
}

/** Managed policies of the browsers. */
export interface BrowserWish {
  readonly safeSearch: boolean;
  readonly youtubeRestriction: YoutubeRestriction;
  readonly pacUrl: string;
}

/** One thing to do, with what undoes it. Pure data: a plan says all that will happen. */
export type FilterStep = FilterCommand | FilterFile | FilterHostCalls;

interface FilterCommand {
  readonly id: string;
  /** For logs and tamper events, in words. */
  readonly what: string;
  readonly cmd: readonly string[];
  readonly stdin?: string;
  readonly undo: readonly (readonly string[])[];
  /** What it replaces is not known to be ours, so that it is no repair: nobody can be said to have changed it. */
  readonly unknown?: true;
}

interface FilterFile {
  readonly id: string;
  readonly what: string;
  readonly file: string;
  /** Null = the file is to be absent. */
  readonly content: string | null;
  readonly mode: number;
  readonly undo: 'delete' | 'restore';
  /** What it replaces is not known to be ours, so that it is no repair: nobody can be said to have changed it. */
  readonly unknown?: true;
}

/** Nothing of it goes to the journal: the computer itself remembers what is ours, and what it has replaced. */
interface FilterHostCalls {
  readonly id: string;
  readonly what: string;
  /** Calls of the platform's native host, in their order. */
  readonly host: readonly HostCall[];
  /** What it replaces is not known to be ours, or only renewed, so that it is no repair: nobody can be said to have changed it. */
  readonly unknown?: true;
}

/** A call as the host's own protocol has it. */
export interface HostCall {
  readonly name: string;
  readonly input: unknown;
}

/** A connection that the firewall refused, or a look-up that it turned to us, since it was last asked. */
export interface EgressAttempt {
  readonly kind: BypassKind;
  readonly address: string | null;
  readonly port: number | null;
  readonly uid: number | null;
  readonly count: number;
}

/**
 * Brings the computer's name resolution, firewall and browsers to a wish, and back to what they were before. One named object a mechanism; settings are shadowed,
 * not overwritten; what must be overwritten is written to the journal (fsynced) before.
 *
 * Written failure mode: closed. A step that fails leaves what was there; whatever is missing is found by the next `check`.
 */
export interface FilterControl {
  /** Reads the system and says what it lacks; empty = all is as wished. Changes nothing. */
  check(wish: FilterWish): Promise<readonly FilterStep[]>;
  /** Runs steps in their order, what undoes each in the journal first; stops at the first that fails. */
  apply(steps: readonly FilterStep[]): Promise<Outcome>;
  /**
   * Back to how the computer was before us: the journal backwards, then a sweep by name of all that can be ours. Idempotent; works without journal, server and
   * configuration. `done` only when nothing of ours is left.
   */
  restore(): Promise<Outcome>;
  /** Empties the system's own cache of names. Never rejects. */
  flush(): Promise<void>;
  /** Never rejects; empty where the system cannot tell. */
  attempts(): Promise<readonly EgressAttempt[]>;
  /** Resolvers that the network gave this computer (DHCP, router advertisements), preferred ones first; ours are left out. Never rejects. */
  networkResolvers(): Promise<readonly string[]>;
  /** Ends connections that are open to addresses that are now shut. Never rejects. */
  cutConnections(): Promise<void>;
  /**
   * Opens these addresses for so many seconds and an hour more, where a wish with `pinnedEgress` is in force; else not `done`. The worker's resolver calls it before
   * it answers with them. They outlast a reload, not a restart of the agent. Absent: this platform cannot pin. Never rejects.
   */
  giveOut?(addresses: readonly string[], ttlSeconds: number): Promise<Outcome>;
  /**
   * What stands in the way of a wish and no step can mend, a sentence each: a group policy, another program's rule, a port that is taken. Absent = the platform
   * knows of none. Never rejects.
   */
  problems?(wish: FilterWish): Promise<readonly string[]>;
}
