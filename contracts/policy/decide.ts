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

/** A verdict without the reasons that lost. */
export type FastVerdict = Omit<Verdict, 'chain'>;

/**
 * What a request gets, and all that spoke about it. Pure: equal questions get equal answers, on the laptop, in explain and in preview.
 *
 * The strongest reason decides, in the order of `VERDICT_REASONS`; within one reason the nearest target (device, user, unit from leaf to root,
 * everyone), then the higher priority, then block over allow, then the smaller policy id and the earlier rule. Of the sessions in force for this
 * device and user only the one with the latest start speaks, and so do the overrides of that session alone. Where the campus is unknown, rules bound
 * to a campus apply when they block and do not when they allow. No policy for the asker: allow, by default, of no policy.
 */
export function decide(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
): Verdict {
  const spoken: Speaker[] = [];
  listen(request, context, compiled, { best: null, spoken, heard: new Set() });
  spoken.sort(compareSpeakers);
  const chain = spoken.map((speaker, index) => linkOf(speaker, context, index === 0));
  return { ...verdictOf(spoken[0] ?? NO_POLICY), chain };
}

/** The verdict of `decide`, by the same steps, without the chain: for every request. */
export function decideFast(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
): FastVerdict {
  const hearing: Hearing = { best: null, spoken: null, heard: null };
  listen(request, context, compiled, hearing);
  return verdictOf(hearing.best ?? NO_POLICY);
}

/** The session that decides for a device and its user: of those in force, the one that started last; null = none. */
export function decidingSession(
  compiled: CompiledBundle,
  context: Pick<DecisionContext, 'deviceId' | 'user' | 'at'>,
): CompiledSession | null {
  for (const session of compiled.sessions) if (claims(session, context)) return session;
  return null;
}

/** Something that has a say, with what orders it among the others. */
interface Speaker {
  readonly reason: VerdictReason;
  /** Place in `VERDICT_REASONS`: the smaller, the stronger. */
  readonly strength: number;
  readonly action: Action;
  /** As in nearness.ts: the greater, the nearer. */
  readonly nearness: number;
  readonly priority: number;
  readonly order: number;
  readonly policy: Policy | null;
  readonly ruleId: string | null;
  readonly by: string | null;
}

interface Hearing {
  best: Speaker | null;
  /** Null = only the best is wanted. */
  readonly spoken: Speaker[] | null;
  /** Rules that are in `spoken`, by their order. */
  readonly heard: Set<number> | null;
}

interface Question {
  readonly request: DecisionRequest;
  readonly context: DecisionContext;
  readonly host: string | null;
  readonly session: CompiledSession | null;
  /** Path of a plain http address; undefined until somebody asks. */
  path: string | null | undefined;
  /** The policy that was looked at last, with its nearness while it is on: its rules come in a row. */
  policy: CompiledPolicy | null;
  nearness: number | null;
}

const STRENGTH: Readonly<Record<VerdictReason, number>> = Object.fromEntries(
  VERDICT_REASONS.map((reason, strength) => [reason, strength]),
) as Record<VerdictReason, number>;

const WITHOUT_POLICY = { priority: 0, order: 0, policy: null, ruleId: null, by: null } as const;

const NO_POLICY: Speaker = {
  ...WITHOUT_POLICY,
  reason: 'default',
  strength: STRENGTH.default,
  action: 'allow',
  nearness: 0,
};
const CRISIS: Speaker = { ...NO_POLICY, reason: 'crisis_allow', strength: STRENGTH.crisis_allow };

function listen(
  request: DecisionRequest,
  context: DecisionContext,
  compiled: CompiledBundle,
  hearing: Hearing,
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
  hearHost(question, compiled, hearing);
  for (const category of request.categories) hearRules(question, compiled.categories.get(category), hearing);
  if (request.app !== null) hearRules(question, compiled.apps.get(appName(request.app)), hearing);
  hearSession(question, hearing);
  hearDefaults(question, compiled, hearing);
}

/** Names and addresses: the host's own entry and those of the domains above it. */
function hearHost(question: Question, compiled: CompiledBundle, hearing: Hearing): void {
  for (let name = question.host; name !== null; name = parentOf(name)) {
    const entry = compiled.hosts.get(name);
    if (entry !== undefined) hearEntry(question, entry, hearing);
  }
  if (question.host !== null) hearUrls(question, question.host, compiled.anywhere, hearing);
}

function hearEntry(question: Question, entry: HostEntry, hearing: Hearing): void {
  if (entry.crisis) hear(hearing, CRISIS);
  for (const override of entry.overrides) hearOverride(question, override, hearing);
  hearRules(question, entry.rules, hearing);
  if (question.host !== null) hearUrls(question, question.host, entry.urls, hearing);
}

function hearUrls(question: Question, host: string, clauses: HostEntry['urls'], hearing: Hearing): void {
  for (const { pattern, rule } of clauses)
    if (matchesUrl(pattern, host, visiblePath(question))) hearRule(question, rule, hearing);
}

function hearRules(question: Question, rules: readonly CompiledRule[] | undefined, hearing: Hearing): void {
  if (rules !== undefined) for (const rule of rules) hearRule(question, rule, hearing);
}

function hearRule(question: Question, compiledRule: CompiledRule, hearing: Hearing): void {
  const { rule, policy, reason, order } = compiledRule;
  const strength = STRENGTH[reason];
  if (!matters(hearing, strength) || !fitsCampus(compiledRule, question.context)) return;
  const nearness = nearnessNow(question, policy);
  if (nearness === null) return;
  // A rule that several of its entries brought here spoke once.
  if (hearing.heard?.has(order) === true) return;
  hearing.heard?.add(order);
  hear(hearing, {
    reason,
    strength,
    action: rule.effect,
    nearness,
    priority: policy.policy.priority,
    order,
    policy: policy.policy,
    ruleId: rule.id,
    by: null,
  });
}

/** Null when the policy is for others, or off. */
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

function hearOverride(question: Question, override: BundleOverride, hearing: Hearing): void {
  const { at } = question.context;
  if (!matters(hearing, STRENGTH.override) || at < override.startsAt || at >= override.expiresAt) return;
  const nearness = overrideNearness(question, override);
  if (nearness === null) return;
  hear(hearing, {
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

function hearSession(question: Question, hearing: Hearing): void {
  const { session } = question;
  if (session === null || session.session.mode === 'open' || !matters(hearing, STRENGTH.classroom)) return;
  const allowed = session.session.mode === 'focus' && isAllowedIn(session, question);
  hear(hearing, {
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

function hearDefaults(question: Question, compiled: CompiledBundle, hearing: Hearing): void {
  if (hearing.spoken !== null) {
    for (const policy of compiled.policies) hearDefault(policy, question, hearing);
    if (!hearing.spoken.some(({ reason }) => reason === 'default')) hear(hearing, NO_POLICY);
    return;
  }
  if (hearing.best !== null) return;
  const nearest = nearestPolicy(compiled, question.context);
  if (nearest !== null) hearDefault(nearest, question, hearing);
}

function hearDefault(compiled: CompiledPolicy, question: Question, hearing: Hearing): void {
  const { policy, order } = compiled;
  const nearness = nearnessNow(question, compiled);
  if (nearness === null) return;
  hear(hearing, {
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

/** The policy whose default counts, without a look at those that are for others. */
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

/** Whether one of this strength could still change something. */
function matters({ best, spoken }: Hearing, strength: number): boolean {
  return spoken !== null || best === null || strength <= best.strength;
}

function hear(hearing: Hearing, speaker: Speaker): void {
  if (hearing.spoken !== null) hearing.spoken.push(speaker);
  else if (hearing.best === null || compareSpeakers(speaker, hearing.best) < 0) hearing.best = speaker;
}

/** Who decides stands first. */
function compareSpeakers(a: Speaker, b: Speaker): number {
  if (a.strength !== b.strength) return a.strength - b.strength;
  if (a.nearness !== b.nearness) return b.nearness - a.nearness;
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.action !== b.action) return a.action === 'block' ? -1 : 1;
  if (a.order !== b.order) return a.order - b.order;
  return byText(a.by ?? '', b.by ?? '');
}

function verdictOf({ action, reason, ruleId, policy }: Speaker): FastVerdict {
  return {
    action,
    reason,
    ruleId,
    policyId: policy?.id ?? null,
    policyVersion: policy?.version ?? null,
  };
}

function linkOf(speaker: Speaker, context: DecisionContext, decided: boolean): ChainLink {
  const { action, reason, ruleId, policy, nearness, by } = speaker;
  return {
    action,
    reason,
    ruleId,
    policyId: policy?.id ?? null,
    policyVersion: policy?.version ?? null,
    target: policy === null ? null : targetAt(nearness, context),
    by,
    decided,
  };
}
