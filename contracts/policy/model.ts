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

/** When a policy applies, in local time of its zone. `to` before `from` ends on the next day. */
export interface Schedule {
  /** IANA name. */
  readonly timezone: string;
  readonly windows: readonly {
    readonly days: readonly Weekday[];
    /** `HH:MM`. */
    readonly from: string;
    readonly to: string;
  }[];
  /** Local dates, `YYYY-MM-DD`, on which no window begins. */
  readonly exceptDates: readonly string[];
}

/** What a rule looks at: it matches when any one entry of any list matches. */
export interface RuleMatch {
  /** A host and all below it: `play.example`. */
  readonly domains: readonly string[];
  readonly categories: readonly string[];
  /** Host and path prefix, `wiki.example/private`; `*` stands for any run of characters. */
  readonly urls: readonly string[];
  /** Names of programs, without case. */
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

/** Whom a policy is for. Users are e-mail addresses in lower case, units are paths and include what is below them. */
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
  /** 0–1000; the higher wins among equals. */
  readonly priority: number;
  readonly defaultAction: Action;
  readonly target: Target;
  /** Null = always. */
  readonly schedule: Schedule | null;
  readonly rules: readonly Rule[];
  /** How devices filter while the policy is on; absent members are left to other policies. */
  readonly settings?: PolicySettings;
  readonly version: number;
}

/** A temporary allow of a site and what is below it, for one device, one person, one unit or one classroom session. */
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

/** A classroom session as a device is to carry it out. */
export interface BundleSession {
  readonly id: string;
  readonly mode: 'open' | 'focus' | 'locked';
  readonly allowedUrls: readonly string[];
  /** Epoch milliseconds, half-open. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The students that it claims here; null = whoever is signed in. */
  readonly students: readonly string[] | null;
  /** The devices that it claims, where a bundle is for more than one; null or absent = this device. */
  readonly devices?: readonly string[] | null;
}

/** All that decides on one device. */
export interface Bundle {
  readonly policies: readonly Policy[];
  readonly overrides: readonly BundleOverride[];
  /** The sessions that claim this device or its students; the one with the latest start decides. */
  readonly sessions: readonly BundleSession[];
}

/**
 * In the place of a program's name: a device looked for the program and did not find it. A program that has this very name is taken for one that was not found.
 */
export const UNKNOWN_PROGRAM = '(unknown)';

/** What is asked for. */
export interface DecisionRequest {
  /** As it came; `decide` normalises it (case, IDN, trailing dot). */
  readonly host: string;
  /** Whole URL where it is known. */
  readonly url: string | null;
  /** Name of the program, or `UNKNOWN_PROGRAM`; null = nobody looked for it. */
  readonly app: string | null;
  readonly categories: readonly string[];
}

/** Who asks, where and when. */
export interface DecisionContext {
  readonly deviceId: string;
  /** E-mail address in lower case; null = nobody signed in. */
  readonly user: string | null;
  /** The unit of the person, or of the device when nobody known is signed in. */
  readonly ouPath: string;
  readonly campus: CampusState;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Why a request got what it got: a reason of policy, or of the filter's own state. `locked`: the device is locked and this is not the server (nor allowed crisis
 * help); `portal`: the name is a captive portal's own, open or, by its category, shut; `protection`: a way round the filter; `server`: the school's server itself;
 * `connectivity`: a name by which systems look for captive portals.
 */
export type JudgementReason = VerdictReason | 'protection' | 'locked' | 'portal' | 'server' | 'connectivity';

/** One rule, override, session or default that spoke, strongest first. */
export interface ChainLink {
  readonly reason: VerdictReason;
  readonly action: Action;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  /** By what the policy met the request: a unit's path, a device's id, an address, `everyone`; null where no policy applies. */
  readonly target: string | null;
  /** Id of the override or session, where one decided. */
  readonly by: string | null;
  readonly decided: boolean;
  /** Present where a rule for programs matched because the program was not found. */
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
