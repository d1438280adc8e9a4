import { effectiveSettings } from './effective-settings.ts';
import { normaliseHost, parentOf } from './host.ts';
import {
  appName,
  byText,
  type CompiledBundle,
  type CompiledPolicy,
  type CompiledRule,
  type CompiledSession,
  type HostEntry,
} from './match.ts';
import {
  type Action,
  type BundleOverride,
  type ChainLink,
  type DecisionContext,
  type DecisionRequest,
  type Policy,
  UNKNOWN_PROGRAM,
  VERDICT_REASONS,
  type Verdict,
  type VerdictReason,
} from './model.ts';
import {
  deviceNearness,
  ouNearness,
  policyNearness,
  SESSION_NEARNESS,
  targetAt,
  unitsOf,
  userNearness,
} from './nearness.ts';
import { matchesUrl, pathOf, type UrlPattern } from './url-pattern.ts';

/** A verdict without the weaker matches. */
export type FastVerdict = Omit<Verdict, 'chain'>;

/**
 * The verdict of a request, and every rule, session, override and default that matched it. Pure: equal questions get equal answers everywhere.
 *
 * The strongest reason decides, in the order of `VERDICT_REASONS`. Within one reason the nearest target decides (device, user, unit from leaf to root,
 * everyone), then the higher priority, then block over allow, then the smaller policy id and the earlier rule. Of the sessions in force for this device and
 * user only the one with the latest start counts; of the overrides of sessions only those of that session count. When the campus is unknown, rules bound to a
 * campus apply if they block and do not apply if they allow. A program that was not found (`UNKNOWN_PROGRAM`) matches each rule that blocks programs when the
 * settings say `block`, and no rule for programs otherwise. When no policy applies to the asker, the request is allowed by default.
 */
export function decide(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
): Verdict {
  const candidates: Candidate[] = [];
  evaluate(request, context, compiled, { best: null, candidates, counted: new Set() });
  candidates.sort(compareCandidates);
  const chain = candidates.map((candidate, index) => linkOf(candidate, context, index === 0));
  return { ...verdictOf(candidates[0] ?? NO_POLICY), chain };
}

/** The verdict of `decide` by the same steps, without the chain. It runs for every request. */
export function decideFast(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
): FastVerdict {
  const evaluation: Evaluation = { best: null, candidates: null, counted: null };
  evaluate(request, context, compiled, evaluation);
  return verdictOf(evaluation.best ?? NO_POLICY);
}

/** The session that decides for a device and its user: the last started of those in force; null = none. */
export function decidingSession(
  compiled: CompiledBundle,
  context: Pick<DecisionContext, 'deviceId' | 'user' | 'at'>,
): CompiledSession | null {
  for (const session of compiled.sessions) if (claims(session, context)) return session;
  return null;
}

/** A match, with the values that rank it. */
interface Candidate {
  readonly reason: VerdictReason;
  /** Place in `VERDICT_REASONS`: the smaller, the stronger. */
  readonly strength: number;
  readonly action: Action;
  /** As in nearness.ts: a greater number is nearer. */
  readonly nearness: number;
  readonly priority: number;
  readonly order: number;
  readonly policy: Policy | null;
  readonly ruleId: string | null;
  readonly by: string | null;
  readonly unknownProgram?: true;
}

/** The matches so far. */
interface Evaluation {
  best: Candidate | null;
  /** Null = only the best match is wanted. */
  readonly candidates: Candidate[] | null;
  /** Rules that are in `candidates`, by their order. */
  readonly counted: Set<number> | null;
}

interface Question {
  readonly request: DecisionRequest;
  readonly context: DecisionContext;
  readonly host: string | null;
  readonly session: CompiledSession | null;
  /** Path of a plain http address; undefined until it is first needed. */
  path: string | null | undefined;
  /** The last policy that was looked at, and its nearness while it is on. The rules of a policy come one after another. */
  policy: CompiledPolicy | null;
  nearness: number | null;
}

const STRENGTH: Readonly<Record<VerdictReason, number>> = Object.fromEntries(
  VERDICT_REASONS.map((reason, strength) => [reason, strength]),
) as Record<VerdictReason, number>;

const WITHOUT_POLICY = { priority: 0, order: 0, policy: null, ruleId: null, by: null } as const;

const NO_POLICY: Candidate = {
  ...WITHOUT_POLICY,
  reason: 'default',
  strength: STRENGTH.default,
  action: 'allow',
  nearness: 0,
};
const CRISIS: Candidate = { ...NO_POLICY, reason: 'crisis_allow', strength: STRENGTH.crisis_allow };

function evaluate(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
  evaluation: Evaluation,
): void {
  const question: Question = {
    request,
    context,
    host: normaliseHost(request.host),
    session: decidingSession(compiled, context),
    path: undefined,
    policy: null,
    nearness: null,
  };
  evaluateHost(question, compiled, evaluation);
  for (const category of request.categories)
    evaluateRules(question, compiled.categories.get(category), evaluation);
  evaluateApp(question, compiled, evaluation);
  evaluateSession(question, evaluation);
  evaluateDefaults(question, compiled, evaluation);
}

/** Evaluates names and addresses: the host's own entry and those of the domains above it. */
function evaluateHost(question: Question, compiled: CompiledBundle, evaluation: Evaluation): void {
  for (let name = question.host; name !== null; name = parentOf(name)) {
    const entry = compiled.hosts.get(name);
    if (entry !== undefined) evaluateEntry(question, entry, evaluation);
  }
  if (question.host !== null) evaluateUrls(question, question.host, compiled.anywhere, evaluation);
}

function evaluateEntry(question: Question, entry: HostEntry, evaluation: Evaluation): void {
  if (entry.crisis) collect(evaluation, CRISIS);
  for (const override of entry.overrides) evaluateOverride(question, override, evaluation);
  evaluateRules(question, entry.rules, evaluation);
  if (question.host !== null) evaluateUrls(question, question.host, entry.urls, evaluation);
}

function evaluateUrls(
  question: Question,
  host: string,
  clauses: HostEntry['urls'],
  evaluation: Evaluation,
): void {
  for (const { pattern, rule } of clauses)
    if (matchesUrl(pattern, host, visiblePath(question))) evaluateRule(question, rule, evaluation);
}

function evaluateRules(
  question: Question,
  rules: readonly CompiledRule[] | undefined,
  evaluation: Evaluation,
): void {
  if (rules !== undefined) for (const rule of rules) evaluateRule(question, rule, evaluation);
}

function evaluateApp(question: Question, compiled: CompiledBundle, evaluation: Evaluation): void {
  const { app } = question.request;
  if (app === null) return;
  if (app !== UNKNOWN_PROGRAM) {
    evaluateRules(question, compiled.apps.get(appName(app)), evaluation);
    return;
  }
  if (compiled.blocksByApp.length === 0) return;
  if (effectiveSettings(question.context, compiled).unknownProgram !== 'block') return;
  for (const rule of compiled.blocksByApp) evaluateRule(question, rule, evaluation, { unknownProgram: true });
}

function evaluateRule(
  question: Question,
  compiledRule: CompiledRule,
  evaluation: Evaluation,
  why: Pick<Candidate, 'unknownProgram'> = {},
): void {
  const { rule, policy, reason, order } = compiledRule;
  const strength = STRENGTH[reason];
  if (!matters(evaluation, strength) || !fitsCampus(compiledRule, question.context)) return;
  const nearness = nearnessNow(question, policy);
  if (nearness === null) return;
  // A rule that matches by several of its entries counts once.
  if (evaluation.counted?.has(order) === true) return;
  evaluation.counted?.add(order);
  collect(evaluation, {
    reason,
    strength,
    action: rule.effect,
    nearness,
    priority: policy.policy.priority,
    order,
    policy: policy.policy,
    ruleId: rule.id,
    by: null,
    ...why,
  });
}

/** Null = the policy is for others, or off. */
function nearnessNow(question: Question, policy: CompiledPolicy): number | null {
  if (question.policy !== policy) {
    question.policy = policy;
    question.nearness = isOn(policy, question.context.at) ? policyNearness(policy, question.context) : null;
  }
  return question.nearness;
}

function fitsCampus({ campus, rule }: CompiledRule, context: DecisionContext): boolean {
  if (campus === null || campus.has(context.campus)) return true;
  return context.campus === 'unknown' && rule.effect === 'block';
}

function isOn({ schedule }: CompiledPolicy, at: number): boolean {
  return schedule === null || schedule.isActive(at);
}

function evaluateOverride(question: Question, override: BundleOverride, evaluation: Evaluation): void {
  const { at } = question.context;
  if (!matters(evaluation, STRENGTH.override) || at < override.startsAt || at >= override.expiresAt) return;
  const nearness = overrideNearness(question, override);
  if (nearness === null) return;
  collect(evaluation, {
    ...WITHOUT_POLICY,
    reason: 'override',
    strength: STRENGTH.override,
    action: 'allow',
    nearness,
    by: override.id,
  });
}

function overrideNearness({ context, session }: Question, { scope }: BundleOverride): number | null {
  switch (scope.type) {
    case 'device':
      return deviceNearness(scope.deviceId === context.deviceId);
    case 'student':
      return userNearness(scope.user.toLowerCase() === context.user);
    case 'session':
      return scope.sessionId === session?.session.id ? SESSION_NEARNESS : null;
    case 'ou':
      return ouNearness(context.ouPath, scope.path);
  }
}

function claims(
  { session, students, devices }: CompiledSession,
  { at, user, deviceId }: Pick<DecisionContext, 'deviceId' | 'user' | 'at'>,
): boolean {
  if (at < session.startsAt || at >= session.endsAt) return false;
  if (devices !== null && !devices.has(deviceId)) return false;
  return students === null || (user !== null && students.has(user));
}

function evaluateSession(question: Question, evaluation: Evaluation): void {
  const { session } = question;
  if (session === null || session.session.mode === 'open' || !matters(evaluation, STRENGTH.classroom)) return;
  const allowed = session.session.mode === 'focus' && isAllowedIn(session, question);
  collect(evaluation, {
    ...WITHOUT_POLICY,
    reason: 'classroom',
    strength: STRENGTH.classroom,
    action: allowed ? 'allow' : 'block',
    nearness: SESSION_NEARNESS,
    by: session.session.id,
  });
}

function isAllowedIn({ allowed, allowedAnywhere }: CompiledSession, question: Question): boolean {
  const { host } = question;
  if (host === null) return false;
  const fits = (pattern: UrlPattern): boolean => matchesUrl(pattern, host, visiblePath(question));
  for (let name: string | null = host; name !== null; name = parentOf(name))
    if (allowed.get(name)?.some(fits) === true) return true;
  return allowedAnywhere.some(fits);
}

function evaluateDefaults(question: Question, compiled: CompiledBundle, evaluation: Evaluation): void {
  if (evaluation.candidates !== null) {
    for (const policy of compiled.policies) evaluateDefault(policy, question, evaluation);
    if (!evaluation.candidates.some(({ reason }) => reason === 'default')) collect(evaluation, NO_POLICY);
    return;
  }
  if (evaluation.best !== null) return;
  const nearest = nearestPolicy(compiled, question.context);
  if (nearest !== null) evaluateDefault(nearest, question, evaluation);
}

function evaluateDefault(compiled: CompiledPolicy, question: Question, evaluation: Evaluation): void {
  const { policy, order } = compiled;
  const nearness = nearnessNow(question, compiled);
  if (nearness === null) return;
  collect(evaluation, {
    reason: 'default',
    strength: STRENGTH.default,
    action: policy.defaultAction,
    nearness,
    priority: policy.priority,
    order,
    policy,
    ruleId: null,
    by: null,
  });
}

/** The policy whose default counts. Policies for others are skipped. */
function nearestPolicy(compiled: CompiledBundle, context: DecisionContext): CompiledPolicy | null {
  const { deviceId, user, ouPath, at } = context;
  const firstOn = (policies: readonly CompiledPolicy[] | undefined): CompiledPolicy | undefined =>
    policies?.find((policy) => isOn(policy, at));
  const own =
    firstOn(compiled.byDevice.get(deviceId)) ??
    (user === null ? undefined : firstOn(compiled.byUser.get(user)));
  if (own !== undefined) return own;
  for (const path of unitsOf(ouPath)) {
    const found = firstOn(compiled.byOu.get(path));
    if (found !== undefined) return found;
  }
  return firstOn(compiled.forEveryone) ?? null;
}

function visiblePath(question: Question): string | null {
  if (question.path === undefined) question.path = pathOf(question.request.url);
  return question.path;
}

/** Whether a match of this strength could still change the result. */
function matters({ best, candidates }: Evaluation, strength: number): boolean {
  return candidates !== null || best === null || strength <= best.strength;
}

function collect(evaluation: Evaluation, candidate: Candidate): void {
  if (evaluation.candidates !== null) evaluation.candidates.push(candidate);
  else if (evaluation.best === null || compareCandidates(candidate, evaluation.best) < 0)
    evaluation.best = candidate;
}

/** Sorts the deciding match first. */
function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.strength !== b.strength) return a.strength - b.strength;
  if (a.nearness !== b.nearness) return b.nearness - a.nearness;
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.action !== b.action) return a.action === 'block' ? -1 : 1;
  if (a.order !== b.order) return a.order - b.order;
  return byText(a.by ?? '', b.by ?? '');
}

function verdictOf({ action, reason, ruleId, policy }: Candidate): FastVerdict {
  return {
    action,
    reason,
    ruleId,
    policyId: policy?.id ?? null,
    policyVersion: policy?.version ?? null,
  };
}

function linkOf(candidate: Candidate, context: DecisionContext, decided: boolean): ChainLink {
  const { action, reason, ruleId, policy, nearness, by, unknownProgram } = candidate;
  return {
    action,
    reason,
    ruleId,
    policyId: policy?.id ?? null,
    policyVersion: policy?.version ?? null,
    target: policy === null ? null : targetAt(nearness, context),
    by,
    decided,
    ...(unknownProgram === undefined ? {} : { unknownProgram }),
  };
}
