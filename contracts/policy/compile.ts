import { CRISIS_NAMES } from './crisis.ts';
import { normaliseHost } from './host.ts';
import {
  appName,
  byText,
  type CompiledBundle,
  type CompiledPolicy,
  type CompiledRule,
  type CompiledSession,
  type HostEntry,
  type UrlClause,
} from './match.ts';
import type { Action, Bundle, BundleSession, Policy, Rule, VerdictReason } from './model.ts';
import { compiledOnce } from './schedule.ts';
import { compileUrlPattern, type UrlPattern } from './url-pattern.ts';

/**
 * Prepares a bundle, which must not change afterwards. Disabled policies are left out. An entry that is not a host or address matches
 * nothing; `checkPolicy` refuses it before it is stored.
 * @throws RangeError when a schedule's time zone is unknown to this machine or one of its times is malformed: keep the last good bundle
 */
export function compileBundle(bundle: Bundle): CompiledBundle {
  const index = newIndex();
  for (const { domain } of CRISIS_NAMES) entryOf(index, domain).crisis = true;
  for (const override of bundle.overrides) {
    const site = normaliseHost(override.site);
    if (site !== null) entryOf(index, site).overrides.push(override);
  }
  const policies = bundle.policies
    .filter(({ enabled }) => enabled)
    .sort((a, b) => byText(a.id, b.id))
    .map(compilePolicy);
  let order = 0;
  for (const policy of policies)
    for (const rule of policy.policy.rules) addRule(index, compileRule(rule, policy, order++));
  return {
    ...index,
    ...byTarget(policies),
    policies,
    sessions: bundle.sessions.map(compileSession).sort(bySessionStart),
    overrides: bundle.overrides,
  };
}

interface Index {
  readonly hosts: Map<string, Growing<HostEntry>>;
  readonly anywhere: UrlClause[];
  readonly categories: Map<string, CompiledRule[]>;
  readonly apps: Map<string, CompiledRule[]>;
  readonly blocksByApp: CompiledRule[];
}

/** The same type, writable while it is filled. */
type Growing<T> = {
  -readonly [Name in keyof T]: T[Name] extends readonly (infer Item)[] ? Item[] : T[Name];
};

function newIndex(): Index {
  return { hosts: new Map(), anywhere: [], categories: new Map(), apps: new Map(), blocksByApp: [] };
}

function entryOf({ hosts }: Index, domain: string): Growing<HostEntry> {
  const known = hosts.get(domain);
  if (known !== undefined) return known;
  const made = { crisis: false, overrides: [], rules: [], urls: [] };
  hosts.set(domain, made);
  return made;
}

function addRule(index: Index, rule: CompiledRule): void {
  const { domains, categories, urls, apps } = rule.rule.match;
  for (const domain of domains) {
    const host = normaliseHost(domain);
    if (host !== null) addOnce(entryOf(index, host).rules, rule);
  }
  for (const category of categories) addOnce(listOf(index.categories, category), rule);
  for (const app of apps) addOnce(listOf(index.apps, appName(app)), rule);
  if (apps.length > 0 && rule.rule.effect === 'block') index.blocksByApp.push(rule);
  for (const url of urls) {
    const pattern = compileUrlPattern(url);
    if (pattern === null) continue;
    const clauses = pattern.anchor === null ? index.anywhere : entryOf(index, pattern.anchor).urls;
    clauses.push({ pattern, rule });
  }
}

function addOnce(rules: CompiledRule[], rule: CompiledRule): void {
  if (rules.at(-1) !== rule) rules.push(rule);
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: Item[] = [];
  lists.set(key, made);
  return made;
}

function compilePolicy(policy: Policy, order: number): CompiledPolicy {
  return {
    policy,
    devices: new Set(policy.target.devices),
    users: new Set(policy.target.users.map((user) => user.toLowerCase())),
    ous: new Set(policy.target.ous),
    schedule: policy.schedule === null ? null : compiledOnce(policy.schedule),
    order,
  };
}

function compileRule(rule: Rule, policy: CompiledPolicy, order: number): CompiledRule {
  return {
    rule,
    policy,
    reason: rule.locked ? LOCKED_REASONS[rule.effect] : rule.effect,
    campus: rule.campus.length === 0 ? null : new Set(rule.campus),
    order,
  };
}

const LOCKED_REASONS = { allow: 'locked_allow', block: 'locked_block' } as const satisfies Record<
  Action,
  VerdictReason
>;

function byTarget(
  policies: readonly CompiledPolicy[],
): Pick<CompiledBundle, 'byDevice' | 'byUser' | 'byOu' | 'forEveryone'> {
  const byDevice = new Map<string, CompiledPolicy[]>();
  const byUser = new Map<string, CompiledPolicy[]>();
  const byOu = new Map<string, CompiledPolicy[]>();
  // When several policies share a target, the first whose schedule is on gives the default.
  const ranked = [...policies].sort(byDefaultRank);
  for (const policy of ranked) {
    for (const device of policy.devices) listOf(byDevice, device).push(policy);
    for (const user of policy.users) listOf(byUser, user).push(policy);
    for (const ou of policy.ous) listOf(byOu, ou).push(policy);
  }
  return { byDevice, byUser, byOu, forEveryone: ranked.filter(({ policy }) => policy.target.everyone) };
}

/** The higher priority first, then block over allow, then the smaller id. */
function byDefaultRank(a: CompiledPolicy, b: CompiledPolicy): number {
  if (a.policy.priority !== b.policy.priority) return b.policy.priority - a.policy.priority;
  if (a.policy.defaultAction !== b.policy.defaultAction) return a.policy.defaultAction === 'block' ? -1 : 1;
  return a.order - b.order;
}

function compileSession(session: BundleSession): CompiledSession {
  const allowed = new Map<string, UrlPattern[]>();
  const allowedAnywhere: UrlPattern[] = [];
  for (const url of session.allowedUrls) {
    const pattern = compileUrlPattern(url);
    if (pattern === null) continue;
    if (pattern.anchor === null) allowedAnywhere.push(pattern);
    else listOf(allowed, pattern.anchor).push(pattern);
  }
  const students =
    session.students === null ? null : new Set(session.students.map((user) => user.toLowerCase()));
  const devices = session.devices == null ? null : new Set(session.devices);
  return { session, students, devices, allowed, allowedAnywhere };
}

/** The later start first. Of two with the same start, the greater id, which was made later. */
function bySessionStart(a: CompiledSession, b: CompiledSession): number {
  return b.session.startsAt - a.session.startsAt || byText(b.session.id, a.session.id);
}
