/** How much the device reports of the requests that it decides, from least to most (docs/privacy.md). */
export const ACTIVITY_LEVELS = ['counters', 'blocked', 'domain', 'url'] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

export const FAIL_MODES = ['closed', 'open'] as const;
/** What happens when the agent is dead: `closed` = no DNS and no https, `open` = unfiltered. */
export type FailMode = (typeof FAIL_MODES)[number];

export const YOUTUBE_RESTRICTIONS = ['off', 'moderate', 'strict'] as const;
export type YoutubeRestriction = (typeof YOUTUBE_RESTRICTIONS)[number];

export const LOCAL_NETWORK_ACCESS = ['never', 'off-campus', 'always'] as const;
/** Where browsers may open other devices of the local network, by address or local name: a router, a printer, a disk. */
export type LocalNetworkAccess = (typeof LOCAL_NETWORK_ACCESS)[number];

export const UNKNOWN_PROGRAM_ACTIONS = ['other-rules', 'block'] as const;
/**
 * What happens when rules for programs made a device look for a program that it did not find. `other-rules` = no rule for programs matches.
 * `block` = each rule that blocks programs matches.
 */
export type UnknownProgramAction = (typeof UNKNOWN_PROGRAM_ACTIONS)[number];

/** A domain that only the school's own resolvers know (split DNS). */
export interface InternalName {
  /** Includes all names below it. */
  readonly domain: string;
  /** IP addresses, in the order of asking. */
  readonly resolvers: readonly string[];
}

/** How a device filters, beside its rules. */
export interface FilterSettings {
  readonly failMode: FailMode;
  /** Null = `domain` in school hours and `counters` outside of them. */
  readonly activityLevel: ActivityLevel | null;
  readonly safeSearch: boolean;
  readonly youtubeRestriction: YoutubeRestriction;
  /** Whether a locked device reaches crisis help. */
  readonly lockAllowCrisisHelp: boolean;
  /** Whether a locked device may sign in to a captive portal. */
  readonly lockAllowPortal: boolean;
  /** How long captive portals may open their own hosts despite policy on one day, over all networks together (minutes); 0 = not at all. */
  readonly portalGraceMinutes: number;
  /** Whether only addresses that our resolver returned are reachable. This breaks calls and peer-to-peer programs. */
  readonly pinnedEgress: boolean;
  /** Whether addresses without a name may be opened: an IP literal in a browser, TLS without a server name. */
  readonly allowUnnamedHosts: boolean;
  /** Ports beside 443 to which the proxy makes TLS tunnels. The ports of resolvers (53, 853, 5053, 8853) stay blocked, even if listed here. */
  readonly tlsPorts: readonly number[];
  /**
   * `off-campus`: blocked on a campus, and while the device's place is unknown. Where no campus is defined, it is blocked while the device
   * reaches the server at a private address.
   */
  readonly localNetwork: LocalNetworkAccess;
  /** Only these resolvers are asked for these names, from everywhere, such as by a VPN from home. Their addresses may be private. */
  readonly internalNames: readonly InternalName[];
  /** IP addresses and networks (CIDR) of the school's own VPN, whose usual ports are open. */
  readonly vpnServers: readonly string[];
  /** Whether containers and virtual machines may use the resolvers of the network, without the filter. Linux only. */
  readonly allowGuestLookUps: boolean;
  /** Works where the system tells programs: Linux. */
  readonly unknownProgram: UnknownProgramAction;
}

/** The settings of one policy. The next policy decides the members that it leaves out. */
export type PolicySettings = { readonly [Name in keyof FilterSettings]?: FilterSettings[Name] };

export const DEFAULT_FILTER_SETTINGS: FilterSettings = {
  failMode: 'closed',
  activityLevel: null,
  safeSearch: true,
  youtubeRestriction: 'moderate',
  lockAllowCrisisHelp: false,
  lockAllowPortal: false,
  portalGraceMinutes: 10,
  pinnedEgress: false,
  allowUnnamedHosts: false,
  // Ports of sign-in pages of portals, routers and access points, and of the disks of the larger makers.
  tlsPorts: [4443, 5001, 8443, 9443, 10_443],
  localNetwork: 'off-campus',
  internalNames: [],
  vpnServers: [],
  allowGuestLookUps: false,
  unknownProgram: 'other-rules',
};
