/** What the device tells of the requests that it decides, from least to most (docs/privacy.md). */
export const ACTIVITY_LEVELS = ['counters', 'blocked', 'domain', 'url'] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

export const FAIL_MODES = ['closed', 'open'] as const;
/** What a dead agent means: `closed` = no DNS and no https, `open` = unfiltered. */
export type FailMode = (typeof FAIL_MODES)[number];

export const YOUTUBE_RESTRICTIONS = ['off', 'moderate', 'strict'] as const;
export type YoutubeRestriction = (typeof YOUTUBE_RESTRICTIONS)[number];

export const LOCAL_NETWORK_ACCESS = ['never', 'off-campus', 'always'] as const;
/** Where browsers may open the devices beside the computer, by address or local name: a router, a printer, a disk. */
export type LocalNetworkAccess = (typeof LOCAL_NETWORK_ACCESS)[number];

export const UNKNOWN_PROGRAM_ACTIONS = ['other-rules', 'block'] as const;
/**
 * What becomes of a program that a device looked for, because of rules for programs, and did not find: `other-rules` = those rules do not match it, `block` = each of
 * them that blocks matches it.
 */
export type UnknownProgramAction = (typeof UNKNOWN_PROGRAM_ACTIONS)[number];

/** A domain that only the school's own resolvers know (split DNS). */
export interface InternalName {
  /** With all below it. */
  readonly domain: string;
  /** IP addresses, in the order of asking. */
  readonly resolvers: readonly string[];
}

/** How a device filters, beside what it blocks. */
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
  /** For how long on one day captive portals may open their own hosts beside policy, over all networks together (minutes); 0 = not at all. */
  readonly portalGraceMinutes: number;
  /** Whether only addresses that our resolver gave out are reachable. Breaks calls and peer-to-peer programs. */
  readonly pinnedEgress: boolean;
  /** Whether addresses without a name may be opened: an IP literal in a browser, TLS without a server name. */
  readonly allowUnnamedHosts: boolean;
  /** Ports beside 443 to which the proxy makes TLS tunnels. Those of resolvers (53, 853, 5053, 8853) stay shut whatever stands here. */
  readonly tlsPorts: readonly number[];
  /** `off-campus` is shut on a campus, and while nobody knows where the device is. Where no campus is defined, it is shut where the device reaches the server at a private address. */
  readonly localNetwork: LocalNetworkAccess;
  /** Their addresses may be private. Asked of these resolvers alone, from everywhere: by a VPN from home. */
  readonly internalNames: readonly InternalName[];
  /** IP addresses and networks, CIDR, of the school's own VPN: its usual ports are open there. */
  readonly vpnServers: readonly string[];
  /** Whether containers and virtual machines may ask the resolvers of the network, past the filter. Linux. */
  readonly allowGuestLookUps: boolean;
  /** Where the system tells programs: Linux. */
  readonly unknownProgram: UnknownProgramAction;
}

/** What one policy says of them; what it leaves out, the next policy decides. */
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
  // Sign-in pages of portals, routers and access points, and the disks of the larger makers.
  tlsPorts: [4443, 5001, 8443, 9443, 10_443],
  localNetwork: 'off-campus',
  internalNames: [],
  vpnServers: [],
  allowGuestLookUps: false,
  unknownProgram: 'other-rules',
};
