import type { CampusState } from '../device/campus.ts';
import type { PolicySettings } from './settings.ts';

/** Reasons of a verdict, strongest first. */
export const VERDICT_REASONS = [
  'crisis_allow',
  'locked_block',
  'locked_allow',
  'override',
  'classroom',
  'allow',
  'block',
  'default',
] as const;

export type VerdictReason = (typeof VERDICT_REASONS)[number];
export type Action = 'allow' | 'block';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The times at which a policy applies, in local time of its zone. A window whose `to` is before its `from` ends on the next day. */
export interface Schedule {
  /** IANA name. */
  readonly timezone: string;
  readonly windows: readonly {
    readonly days: readonly Weekday[];
    /** `HH:MM`. */
    readonly from: string;
    readonly to: string;
  }[];
  /** Local dates, `YYYY-MM-DD`, on which no window starts. */
  readonly exceptDates: readonly string[];
}

/** The conditions of a rule. The rule matches when any one entry of any list matches. */
export interface RuleMatch {
  /** Each entry matches a host and all names below it: `play.example`. */
  readonly domains: readonly string[];
  readonly categories: readonly string[];
  /** Host and path prefix, `wiki.example/private`; `*` stands for any run of characters. */
  readonly urls: readonly string[];
  /** Names of programs, compared without case. */
  readonly apps: readonly string[];
}

export interface Rule {
  readonly id: string;
  readonly effect: Action;
  readonly locked: boolean;
  readonly reason: string | null;
  /** Campus states in which the rule applies; empty = all. */
  readonly campus: readonly CampusState[];
  readonly match: RuleMatch;
}

/** The target of a policy. Users are e-mail addresses in lower case. Units are paths and include the units below them. */
export interface Target {
  readonly everyone: boolean;
  readonly ous: readonly string[];
  readonly users: readonly string[];
  readonly devices: readonly string[];
}

export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** 0–1000. The higher priority wins among equally near policies. */
  readonly priority: number;
  readonly defaultAction: Action;
  readonly target: Target;
  /** Null = always. */
  readonly schedule: Schedule | null;
  readonly rules: readonly Rule[];
  /** How devices filter while the policy is active. Absent members are left to other policies. */
  readonly settings?: PolicySettings;
  readonly version: number;
}

/** A temporary allow of a site and the names below it, for one device, one person, one unit or one classroom session. */
export interface BundleOverride {
  readonly id: string;
  readonly site: string;
  readonly scope:
    | { readonly type: 'device'; readonly deviceId: string }
    | { readonly type: 'student'; readonly user: string }
    | { readonly type: 'ou'; readonly path: string }
    | { readonly type: 'session'; readonly sessionId: string };
  /** Epoch milliseconds, half-open. */
  readonly startsAt: number;
  readonly expiresAt: number;
}

/** A classroom session in the form that devices carry out. */
export interface BundleSession {
  readonly id: string;
  readonly mode: 'open' | 'focus' | 'locked';
  readonly allowedUrls: readonly string[];
  /** Epoch milliseconds, half-open. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The claimed students; null = anybody who is signed in. */
  readonly students: readonly string[] | null;
  /** The claimed devices, in a bundle for more than one device; null or absent = this device. */
  readonly devices?: readonly string[] | null;
}

/** Everything that decides on one device. */
export interface Bundle {
  readonly policies: readonly Policy[];
  readonly overrides: readonly BundleOverride[];
  /** The sessions that claim this device or its students; the one with the latest start decides. */
  readonly sessions: readonly BundleSession[];
}

/** Replaces a program's name when the device looked for the program and did not find it. A program that really has this name counts as not found. */
export const UNKNOWN_PROGRAM = '(unknown)';

/** The requested resource. */
export interface DecisionRequest {
  /** As received. `decide` normalises it (case, IDN, trailing dot). */
  readonly host: string;
  /** The whole URL, if it is known. */
  readonly url: string | null;
  /** Name of the program, or `UNKNOWN_PROGRAM`; null = the device did not look for it. */
  readonly app: string | null;
  readonly categories: readonly string[];
}

/** The asker, the place and the time. */
export interface DecisionContext {
  readonly deviceId: string;
  /** E-mail address in lower case; null = nobody signed in. */
  readonly user: string | null;
  /** The unit of the person, or of the device when no known person is signed in. */
  readonly ouPath: string;
  readonly campus: CampusState;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * The reason of a judgement: a policy's reason, or a state of the filter itself. `locked`: the device is locked, and the request is neither
 * for the server nor for allowed crisis help. `portal`: the name belongs to a captive portal; it is open or, by its category, blocked.
 * `protection`: an attempt to bypass the filter. `server`: the school's server. `connectivity`: a name by which systems look for captive
 * portals.
 */
export type JudgementReason = VerdictReason | 'protection' | 'locked' | 'portal' | 'server' | 'connectivity';

/** One rule, override, session or default that matched. A chain lists the strongest first. */
export interface ChainLink {
  readonly reason: VerdictReason;
  readonly action: Action;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  /** The part of the target that matched the asker: a unit's path, a device's id, an address, `everyone`; null where no policy applies. */
  readonly target: string | null;
  /** Id of the override or session, if one decided. */
  readonly by: string | null;
  readonly decided: boolean;
  /** Present when a rule for programs matched because the program was not found. */
  readonly unknownProgram?: true;
}

export interface Verdict {
  readonly action: Action;
  readonly reason: VerdictReason;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly chain: readonly ChainLink[];
}
