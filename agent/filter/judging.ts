import type { CategoryIndex } from '../../contracts/categories/category-index.ts';
import { compileBundle } from '../../contracts/policy/compile.ts';
import { crisisNameOf, isCrisisHelpOpen } from '../../contracts/policy/crisis.ts';
import { decideFast } from '../../contracts/policy/decide.ts';
import { isAddress, normaliseHost } from '../../contracts/policy/host.ts';
import type { CompiledBundle } from '../../contracts/policy/match.ts';
import type {
  DecisionContext,
  DecisionRequest,
  JudgementReason,
  Rule,
} from '../../contracts/policy/model.ts';
import { type CompiledSchedule, compileSchedule } from '../../contracts/policy/schedule.ts';
import type { FilterSettings } from '../../contracts/policy/settings.ts';
import { bypassKindOf } from './bypass-names.ts';
import type { FilterState } from './filter-state.ts';
import type { Judgement } from './judge.ts';
import type { Owner } from './socket-owner.ts';

/**
 * The names by which systems and browsers look for a captive portal. They are exact: a name below one of them could carry anything. Blocking one
 * makes a laptop say that there is no internet, and hides the portal.
 */
const CONNECTIVITY_NAMES: ReadonlySet<string> = new Set([
  'captive.apple.com',
  'netcts.cdn-apple.com',
  'connectivitycheck.gstatic.com',
  'www.msftconnecttest.com',
  'ipv6.msftconnecttest.com',
  'dns.msftncsi.com',
  'detectportal.firefox.com',
  'nmcheck.gnome.org',
  'connectivity-check.ubuntu.com',
]);

/** What the judge asks of a category index. */
export type CategoryLookUp = Pick<CategoryIndex, 'categoriesOf'>;

/** Without an index no name has a category. */
export const NO_CATEGORIES: CategoryLookUp = { categoriesOf: () => NONE };

/** A filter state that was read once, for judging many questions. It is not changed. */
export interface Prepared {
  readonly state: FilterState;
  readonly compiled: CompiledBundle;
  readonly rules: ReadonlyMap<string, Rule>;
  /** Null = always. */
  readonly schoolHours: CompiledSchedule | null;
  readonly serverNames: ReadonlySet<string>;
  readonly portalHosts: ReadonlySet<string>;
  readonly connectivityNames: ReadonlySet<string>;
  readonly index: CategoryLookUp;
}

/** What is judged: as `Question`, with a host of any form. */
export interface Asked {
  readonly host: string;
  readonly url: string | null;
  readonly app: string | null;
}

/** Categories that stay blocked in a portal: no captive portal needs them. */
const SHUT_IN_PORTAL: ReadonlySet<string> = new Set(['adult', 'malware', 'phishing', 'vpn_proxy', 'doh']);

/**
 * Reads a filter state; what is as it was before is not read again.
 * @throws RangeError when its bundle has a schedule that this machine cannot carry out: keep the last good bundle
 */
export function prepare(state: FilterState, index: CategoryLookUp, before?: Prepared): Prepared {
  const names = {
    state,
    index,
    serverNames: namesOf(state.serverNames),
    portalHosts: namesOf(state.portalHosts),
  };
  if (before !== undefined && isSamePolicy(state, before.state)) return { ...before, ...names };
  const { bundle, sessions, overrides } = state;
  const policies = bundle?.policies ?? [];
  const rules = policies.flatMap((policy) =>
    policy.rules.map((rule): [string, Rule] => [ruleKey(policy.id, rule.id), rule]),
  );
  const hours = bundle?.schoolHours ?? null;
  const probe = hostOf(bundle?.connectivityUrl ?? '');
  return {
    ...names,
    compiled: compileBundle({ policies, sessions, overrides }),
    rules: new Map(rules),
    schoolHours: hours === null ? null : compileSchedule(hours),
    connectivityNames: probe === null ? CONNECTIVITY_NAMES : new Set([...CONNECTIVITY_NAMES, probe]),
  };
}

/** States come as JSON, so that an equal bundle is a new object. Comparing two bundles costs less than compiling one. */
function isSamePolicy(a: FilterState, b: FilterState): boolean {
  const of = ({ bundle, sessions, overrides }: FilterState): string =>
    JSON.stringify([bundle, sessions, overrides]);
  return of(a) === of(b);
}

/** The rule that decided; null = none did. */
export function ruleOf(
  { rules }: Prepared,
  { policyId, ruleId }: Pick<Judgement, 'policyId' | 'ruleId'>,
): Rule | null {
  return ruleId === null ? null : (rules.get(ruleKey(policyId, ruleId)) ?? null);
}

/** The context in which an owner's questions are judged at a moment (epoch milliseconds, server time). */
export function contextAt(
  { deviceId, campus }: FilterState,
  { user, ouPath }: Owner,
  at: number,
): DecisionContext {
  return { deviceId, user, ouPath, campus, at };
}

/** A question as `decide` takes it: its host made plain, its categories looked up. */
export function requestOf({ host, url, app }: Asked, { index }: Prepared): DecisionRequest {
  const known = judgedHost(host);
  const categories = known === null || isAddress(known) ? NONE : index.categoriesOf(known);
  return { host: known ?? host, url, app, categories };
}

/** For whom and when (epoch milliseconds, server time), and the settings in force for them. */
export interface JudgingFor {
  readonly at: number;
  readonly owner: Owner;
  readonly settings: FilterSettings;
}

/**
 * The judgement at a moment (epoch milliseconds, server time). First comes what no policy can change: crisis help, the school's server, the lock, the names
 * by which a system finds a captive portal, and ways round the filter. Then comes policy. Where policy has nothing but a default, the captive portal's own
 * hosts come before it. Never throws.
 */
export function judgeAt(
  request: DecisionRequest,
  prepared: Prepared,
  { at, owner, settings }: JudgingFor,
): Judgement {
  const { mode } = prepared.state;
  const fixed = fixedReason(request, prepared, settings);
  if (fixed !== null) return withoutPolicy(fixed.action, fixed.reason, request.categories);
  const verdict = decideFast(request, contextAt(prepared.state, owner, at), prepared.compiled);
  const { categories } = request;
  const kind = bypassOf(request);
  if (kind !== null && !isReleased(kind, verdict.reason))
    return withoutPolicy('block', 'protection', categories);
  // Only where policy has nothing but its default: a network that a student makes may call any site its portal.
  if (mode === 'portal' && verdict.reason === 'default' && prepared.portalHosts.has(request.host))
    return judgeInPortal(request);
  const ruleCategories = ruleOf(prepared, verdict)?.match.categories ?? NONE;
  const category = categories.find((name) => ruleCategories.includes(name)) ?? categories[0] ?? null;
  return { ...verdict, categories, category };
}

interface Fixed {
  readonly action: Judgement['action'];
  readonly reason: JudgementReason;
}

/** The decisions that no policy can change; null = policy decides. */
function fixedReason(request: DecisionRequest, prepared: Prepared, settings: FilterSettings): Fixed | null {
  const { host } = request;
  const { mode } = prepared.state;
  const crisis = crisisNameOf(host) !== null;
  if (crisis && (mode !== 'locked' || isCrisisHelpOpen(prepared.state.lockedBy ?? 'command', settings)))
    return { action: 'allow', reason: 'crisis_allow' };
  if (mode === 'off') return { action: 'allow', reason: 'default' };
  if (prepared.serverNames.has(host)) return { action: 'allow', reason: 'server' };
  if (prepared.connectivityNames.has(host)) return { action: 'allow', reason: 'connectivity' };
  const portal = prepared.portalHosts.has(host);
  if (mode === 'locked') {
    if (portal && settings.lockAllowPortal) return { action: 'allow', reason: 'portal' };
    return { action: 'block', reason: 'locked' };
  }
  return null;
}

function judgeInPortal(request: DecisionRequest): Judgement {
  const { categories } = request;
  const shut = categories.find((category) => SHUT_IN_PORTAL.has(category));
  const action = shut === undefined ? 'allow' : 'block';
  return { ...withoutPolicy(action, 'portal', categories), category: shut ?? categories[0] ?? null };
}

function bypassOf({ host, categories }: DecisionRequest): string | null {
  return bypassKindOf(host) ?? (categories.includes('doh') ? 'doh' : null);
}

/**
 * Whether policy lets a way round the filter through. Only what somebody wrote for this counts. An allow of a category or of a whole top-level name must not
 * open a resolver past the filter: that takes a locked allow or an override. A lesson or a default frees nothing.
 */
function isReleased(kind: string, reason: JudgementReason): boolean {
  if (reason === 'locked_allow' || reason === 'override' || reason === 'crisis_allow') return true;
  return reason === 'allow' && kind !== 'doh';
}

function withoutPolicy(
  action: Judgement['action'],
  reason: JudgementReason,
  categories: readonly string[],
): Judgement {
  return {
    action,
    reason,
    ruleId: null,
    policyId: null,
    policyVersion: null,
    categories,
    category: categories[0] ?? null,
  };
}

/**
 * The host by which a name is judged. A name that no host may have (`a b.games.example`) is judged by the nearest domain above it: DNS carries such names,
 * and a rule for the domain must hold for them. Null = there is none.
 */
export function judgedHost(name: string): string | null {
  for (let rest = name; rest !== ''; ) {
    const host = normaliseHost(rest);
    if (host !== null) return host;
    const dot = rest.indexOf('.');
    if (dot < 0) return null;
    rest = rest.slice(dot + 1);
  }
  return null;
}

function namesOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => normaliseHost(name) ?? []));
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? normaliseHost(new URL(address).hostname) : null;
}

function ruleKey(policyId: string | null, ruleId: string): string {
  return `${policyId} ${ruleId}`;
}

const NONE: readonly string[] = [];
