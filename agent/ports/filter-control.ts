import type { BypassKind } from '../../contracts/policy/bypass.ts';
import type { FailMode, YoutubeRestriction } from '../../contracts/policy/settings.ts';
import type { Outcome } from './outcome.ts';

/** The settings that the computer must have for filtering. The lock is another object (network-lock.ts). */
export interface FilterGoal {
  /** `off`: nothing of ours is in force. `portal`: as `enforce`, but open towards the captive portal. */
  readonly mode: 'off' | 'enforce' | 'portal';
  readonly failMode: FailMode;
  /** The account of the worker, whose sockets are not filtered. Platforms that do not identify the worker by its account ignore it. */
  readonly workerUid: number;
  /** Where the worker listens, on 127.0.0.1 and ::1. */
  readonly ports: { readonly dns: number; readonly proxy: number; readonly relay: number };
  /** IP addresses of the resolvers that the network gave. Asking them directly is no attempt, because our resolver answers such a question. */
  readonly networkResolvers: readonly string[];
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
  readonly browser: BrowserGoal;
}

/** Managed policies of the browsers. */
export interface BrowserGoal {
  readonly safeSearch: boolean;
  readonly youtubeRestriction: YoutubeRestriction;
  readonly pacUrl: string;
}

/** One step of a plan, as pure data: the plan shows all that will happen. */
export type FilterStep = JournaledStep | FilterHostCalls;

/** A step with its undoing, which is written to the journal before the step is run. */
export type JournaledStep = FilterCommand | FilterFile;

interface FilterCommand {
  readonly id: string;
  /** For logs and tamper events, in words. */
  readonly what: string;
  readonly cmd: readonly string[];
  readonly stdin?: string;
  readonly undo: readonly (readonly string[])[];
  /** What this step replaces is not known to be ours, so that it does not count as a repair of something that was changed. */
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
  /** What this step replaces is not known to be ours, so that it does not count as a repair of something that was changed. */
  readonly unknown?: true;
}

/** Not written to the journal: the computer itself keeps what is ours, and what it has replaced. */
interface FilterHostCalls {
  readonly id: string;
  readonly what: string;
  /** Calls of the platform's native host, in their order. */
  readonly host: readonly HostCall[];
  /** What this step replaces is not known to be ours, or is only renewed, so that it does not count as a repair of something that was changed. */
  readonly unknown?: true;
}

/** A call of the host's protocol (os/windows/host/protocol.ts). */
export interface HostCall {
  readonly name: string;
  readonly input: unknown;
}

/** A connection that the firewall refused, or a look-up that it redirected to us, since the last reading. */
export interface EgressAttempt {
  readonly kind: BypassKind;
  readonly address: string | null;
  readonly port: number | null;
  readonly uid: number | null;
  readonly count: number;
}

/**
 * Brings the computer's name resolution, firewall and browsers to a goal, and back to what they were before. Each mechanism has one object with our
 * name. Settings are shadowed, not overwritten; what must be overwritten is first written to the journal (fsynced).  Written failure mode: closed. A
 * step that fails leaves what was there; whatever is missing is found by the next `check`.
 */
export interface FilterControl {
  /** Reads the system and gives the missing steps; empty = the goal is reached. Changes nothing. */
  check(goal: FilterGoal): Promise<readonly FilterStep[]>;
  /** Runs steps in their order, after writing the undoing of each to the journal; stops at the first that fails. */
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
   * Opens these addresses for their TTL and an hour more, while a goal with `pinnedEgress` is in force; otherwise not `done`. The worker's resolver
   * calls it before it answers with them. The openings outlast a reload of the rules, not a restart of the agent. Absent: this platform cannot pin.
   * Never rejects.
   */
  giveOut?(addresses: readonly string[], ttlSeconds: number): Promise<Outcome>;
  /**
   * What keeps a goal from being reached and no step can mend, a sentence each: a group policy, another program's rule, a port that is taken. Absent
   * = the platform knows of none. Never rejects.
   */
  problems?(goal: FilterGoal): Promise<readonly string[]>;
}
