import type { CampusState } from '../device/campus.ts';
import type { BundleOverride, BundleSession, Policy, Rule, VerdictReason } from './model.ts';
import type { CompiledSchedule } from './schedule.ts';
import type { UrlPattern } from './url-pattern.ts';

/** A bundle prepared so that a decision looks up what concerns it, and passes by all else. */
export interface CompiledBundle {
  /** By normalised domain: all that is about it and what lies below it. */
  readonly hosts: ReadonlyMap<string, HostEntry>;
  /** Rules by address whose host could be any. */
  readonly anywhere: readonly UrlClause[];
  readonly categories: ReadonlyMap<string, readonly CompiledRule[]>;
  /** By `appName`. */
  readonly apps: ReadonlyMap<string, readonly CompiledRule[]>;
  /** Of the rules in `apps` those that block, once each. */
  readonly blocksByApp: readonly CompiledRule[];
  /** Those that are enabled, by whom they are for. */
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
  /** Place among all policies by id: settles what nothing else settles. */
  readonly order: number;
}

export interface CompiledRule {
  readonly rule: Rule;
  readonly policy: CompiledPolicy;
  readonly reason: VerdictReason;
  readonly campus: ReadonlySet<CampusState> | null;
  /** Place among the rules of all policies: by policy, then as written. */
  readonly order: number;
}

export interface CompiledSession {
  readonly session: BundleSession;
  readonly students: ReadonlySet<string> | null;
  readonly devices: ReadonlySet<string> | null;
  /** The allowed addresses by the domain that their hosts lie in. */
  readonly allowed: ReadonlyMap<string, readonly UrlPattern[]>;
  readonly allowedAnywhere: readonly UrlPattern[];
}

/** The name of a program as it is compared: lower case, without `.exe`. */
export function appName(name: string): string {
  const lower = name.trim().toLowerCase();
  return lower.endsWith('.exe') ? lower.slice(0, -4) : lower;
}

/** Orders ids and names by their code units: the same on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
