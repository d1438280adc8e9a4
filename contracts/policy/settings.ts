/** What the device tells of the requests that it decides, from least to most (docs/privacy.md). */
export const ACTIVITY_LEVELS = ['counters', 'blocked', 'domain', 'url'] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

export const FAIL_MODES = ['closed', 'open'] as const;
/** What a dead agent means: `closed` = no DNS and no https, `open` = unfiltered. */
export type FailMode = (typeof FAIL_MODES)[number];

export const YOUTUBE_RESTRICTIONS = ['off', 'moderate', 'strict'] as const;
export type YoutubeRestriction = (typeof YOUTUBE_RESTRICTIONS)[number];

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
  /** How long a captive portal may hold the filter off, from the moment that its network was joined (minutes); 0 = not at all. */
  readonly portalGraceMinutes: number;
  /** Whether only addresses that our resolver gave out are reachable. Breaks calls and peer-to-peer programs. */
  readonly pinnedEgress: boolean;
  /** Whether addresses without a name may be opened: an IP literal in a browser, TLS without a server name. */
  readonly allowUnnamedHosts: boolean;
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
};
