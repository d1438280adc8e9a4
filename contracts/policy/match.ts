import type { CampusState } from '../device/campus.ts';
import type { BundleOverride, BundleSession, Policy, Rule, VerdictReason } from './model.ts';
import type { CompiledSchedule } from './schedule.ts';
import type { UrlPattern } from './url-pattern.ts';

/** A bundle that is prepared so that a decision looks up only what concerns its request. */
export interface CompiledBundle {
  /** By normalised domain: everything about the domain and the names below it. */
  readonly hosts: ReadonlyMap<string, HostEntry>;
  /** URL patterns that can match any host. */
  readonly anywhere: readonly UrlClause[];
  readonly categories: ReadonlyMap<string, readonly CompiledRule[]>;
  /** Rules for programs, by `appName`. */
  readonly apps: ReadonlyMap<string, readonly CompiledRule[]>;
  /** The rules in `apps` that block, each once. */
  readonly blocksByApp: readonly CompiledRule[];
  /** The enabled policies. */
  readonly policies: readonly CompiledPolicy[];
  readonly byDevice: ReadonlyMap<string, readonly CompiledPolicy[]>;
  readonly byUser: ReadonlyMap<string, readonly CompiledPolicy[]>;
  readonly byOu: ReadonlyMap<string, readonly CompiledPolicy[]>;
  readonly forEveryone: readonly CompiledPolicy[];
  /** The latest start first. */
  readonly sessions: readonly CompiledSession[];
  readonly overrides: readonly BundleOverride[];
}

export interface HostEntry {
  readonly crisis: boolean;
  readonly overrides: readonly BundleOverride[];
  readonly rules: readonly CompiledRule[];
  readonly urls: readonly UrlClause[];
}

export interface UrlClause {
  readonly pattern: UrlPattern;
  readonly rule: CompiledRule;
}

export interface CompiledPolicy {
  readonly policy: Policy;
  readonly devices: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  readonly ous: ReadonlySet<string>;
  readonly schedule: CompiledSchedule | null;
  /** Rank among all policies by id, which breaks the last ties. */
  readonly order: number;
}

export interface CompiledRule {
  readonly rule: Rule;
  readonly policy: CompiledPolicy;
  readonly reason: VerdictReason;
  readonly campus: ReadonlySet<CampusState> | null;
  /** Rank among the rules of all policies: by policy, then in written order. */
  readonly order: number;
}

export interface CompiledSession {
  readonly session: BundleSession;
  readonly students: ReadonlySet<string> | null;
  readonly devices: ReadonlySet<string> | null;
  /** The allowed addresses, by the domain that holds their hosts. */
  readonly allowed: ReadonlyMap<string, readonly UrlPattern[]>;
  readonly allowedAnywhere: readonly UrlPattern[];
}

/** The name of a program in the form for comparison: lower case, without `.exe`. */
export function appName(name: string): string {
  const lower = name.trim().toLowerCase();
  return lower.endsWith('.exe') ? lower.slice(0, -4) : lower;
}

/** Orders ids and names by their code units, which gives the same order on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
