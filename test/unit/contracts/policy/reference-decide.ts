import { CRISIS_NAMES } from '../../../../contracts/policy/crisis.ts';
import {
  type Action,
  type Bundle,
  type BundleOverride,
  type BundleSession,
  type DecisionContext,
  type DecisionRequest,
  type Policy,
  type Rule,
  type Schedule,
  UNKNOWN_PROGRAM,
  VERDICT_REASONS,
  type VerdictReason,
  WEEKDAYS,
} from '../../../../contracts/policy/model.ts';

/** The rules of verdicts written down as plainly as can be, slow and without any of the product's matching code. Hosts are plain ASCII. */

/** Somebody with a say, and what ranks him: reason, then nearness, priority, block over allow, policy id, place of the rule, id of the override. */
export interface Said {
  readonly reason: VerdictReason;
  readonly action: Action;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  readonly target: string | null;
  readonly by: string | null;
  readonly rank: readonly (number | string)[];
}

export function referenceDecide(
  request: DecisionRequest,
  context: DecisionContext,
  bundle: Bundle,
): readonly Said[] {
  const host = request.host.toLowerCase().replace(/\.+$/, '');
  const said = [
    ...crisisSays(host),
    ...overridesSay(host, context, bundle),
    ...sessionSays(host, request, lastSession(bundle, context)),
    ...policiesSay(host, request, { context, bundle, unknown: blocksUnknown(request, context, bundle) }),
  ];
  return said.sort((a, b) => compareRanks(a.rank, b.rank));
}

const NOBODY = { ruleId: null, policyId: null, target: null, by: null } as const;

function strength(reason: VerdictReason): number {
  return VERDICT_REASONS.indexOf(reason);
}

function crisisSays(host: string): readonly Said[] {
  if (!CRISIS_NAMES.some(({ domain }) => within(host, domain))) return [];
  return [{ ...NOBODY, reason: 'crisis_allow', action: 'allow', rank: [strength('crisis_allow')] }];
}

function overridesSay(host: string, context: DecisionContext, bundle: Bundle): readonly Said[] {
  const { at } = context;
  return bundle.overrides
    .filter(({ site, startsAt, expiresAt }) => within(host, site) && startsAt <= at && at < expiresAt)
    .flatMap((override): Said[] => {
      const worth = overrideWorth(override, context, lastSession(bundle, context));
      if (worth === null) return [];
      const rank = [strength('override'), -worth, 0, 0, '', 0, override.id];
      return [{ ...NOBODY, reason: 'override', action: 'allow', by: override.id, rank }];
    });
}

function overrideWorth(
  { scope }: BundleOverride,
  { deviceId, user, ouPath }: DecisionContext,
  session: BundleSession | null,
): number | null {
  if (scope.type === 'device') return scope.deviceId === deviceId ? 4_000 : null;
  if (scope.type === 'student') return scope.user === user ? 3_000 : null;
  if (scope.type === 'session') return scope.sessionId === session?.id ? 2_000 : null;
  return unitHolds(scope.path, ouPath) ? scope.path.length : null;
}

function sessionSays(host: string, { url }: DecisionRequest, session: BundleSession | null): readonly Said[] {
  if (session === null || session.mode === 'open') return [];
  const allowed = session.mode === 'focus' && session.allowedUrls.some((one) => urlFits(one, host, url));
  const action = allowed ? 'allow' : 'block';
  return [{ ...NOBODY, reason: 'classroom', action, by: session.id, rank: [strength('classroom')] }];
}

function policiesSay(
  host: string,
  request: DecisionRequest,
  {
    context,
    bundle,
    unknown,
  }: { readonly context: DecisionContext; readonly bundle: Bundle; readonly unknown: boolean },
): readonly Said[] {
  const said = bundle.policies
    .filter(({ enabled, schedule }) => enabled && on(schedule, context.at))
    .flatMap((policy): Said[] => {
      const near = nearestTarget(policy, context);
      if (near === null) return [];
      const spoken = { policyId: policy.id, target: near.target, by: null };
      const rank = [-near.worth, -policy.priority];
      const rules = policy.rules.map((rule, place): Said | null => {
        if (
          !campusFits(rule, context) ||
          !(matches(rule, host, request) || (unknown && blocksPrograms(rule)))
        )
          return null;
        const reason = reasonOf(rule);
        const full = [strength(reason), ...rank, 0, policy.id, place];
        return { ...spoken, reason, action: rule.effect, ruleId: rule.id, rank: full };
      });
      const action = policy.defaultAction;
      const last = [strength('default'), ...rank, action === 'block' ? 0 : 1, policy.id];
      return [
        ...rules.filter((one) => one !== null),
        { ...spoken, reason: 'default', action, ruleId: null, rank: last },
      ];
    });
  if (said.length > 0) return said;
  return [{ ...NOBODY, reason: 'default', action: 'allow', rank: [strength('default')] }];
}

/** Whether the nearest policy that says anything of it blocks programs that were not found. */
function blocksUnknown({ app }: DecisionRequest, context: DecisionContext, { policies }: Bundle): boolean {
  const saying = policies
    .filter(({ enabled, schedule, settings }) => {
      return enabled && on(schedule, context.at) && settings?.unknownProgram !== undefined;
    })
    .flatMap((policy) => {
      const near = nearestTarget(policy, context);
      return near === null ? [] : [{ policy, rank: [-near.worth, -policy.priority, policy.id] }];
    })
    .sort((a, b) => compareRanks(a.rank, b.rank));
  return app === UNKNOWN_PROGRAM && saying[0]?.policy.settings?.unknownProgram === 'block';
}

function blocksPrograms({ effect, match }: Rule): boolean {
  return effect === 'block' && match.apps.length > 0;
}

function reasonOf({ locked, effect }: Rule): VerdictReason {
  return locked ? `locked_${effect}` : effect;
}

function compareRanks(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

function within(host: string, domain: string): boolean {
  return `.${host}`.endsWith(`.${domain}`);
}

function unitHolds(unit: string, path: string): boolean {
  return `${path}/`.startsWith(unit === '/' ? '/' : `${unit}/`);
}

function nearestTarget(
  { target }: Policy,
  { deviceId, user, ouPath }: DecisionContext,
): { readonly worth: number; readonly target: string } | null {
  if (target.devices.includes(deviceId)) return { worth: 4_000, target: deviceId };
  if (user !== null && target.users.includes(user)) return { worth: 3_000, target: user };
  const units = target.ous.filter((unit) => unitHolds(unit, ouPath)).sort((a, b) => b.length - a.length);
  if (units[0] !== undefined) return { worth: units[0].length, target: units[0] };
  return target.everyone ? { worth: 0, target: 'everyone' } : null;
}

function lastSession(bundle: Bundle, { deviceId, user, at }: DecisionContext): BundleSession | null {
  const running = bundle.sessions.filter(
    ({ startsAt, endsAt, students, devices }) =>
      startsAt <= at &&
      at < endsAt &&
      (students === null || (user !== null && students.includes(user))) &&
      (devices == null || devices.includes(deviceId)),
  );
  return running.sort((a, b) => b.startsAt - a.startsAt || (a.id < b.id ? 1 : -1))[0] ?? null;
}

function campusFits({ campus, effect }: Rule, context: DecisionContext): boolean {
  if (campus.length === 0) return true;
  return campus.includes(context.campus) || (context.campus === 'unknown' && effect === 'block');
}

function matches({ match }: Rule, host: string, { url, app, categories }: DecisionRequest): boolean {
  return (
    match.domains.some((domain) => within(host, domain)) ||
    match.categories.some((category) => categories.includes(category)) ||
    match.urls.some((pattern) => urlFits(pattern, host, url)) ||
    match.apps.some((name) => name.toLowerCase() === app?.toLowerCase().replace(/\.exe$/, ''))
  );
}

function urlFits(pattern: string, host: string, url: string | null): boolean {
  const [wildHost = '', ...rest] = pattern.split('/');
  const hosts = host.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  if (!hosts.some((name) => expression(wildHost, '$').test(name))) return false;
  if (url === null || !url.startsWith('http://')) return true;
  const path = `/${url.split('/').slice(3).join('/')}`;
  return expression(`/${rest.join('/')}`, '').test(path);
}

function expression(pattern: string, end: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.?]/g, '\\$&').replace(/\*/g, '.*')}${end}`);
}

/** Schedules in UTC. */
function on(schedule: Schedule | null, at: number): boolean {
  if (schedule === null) return true;
  const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return schedule.windows.some((window) =>
    [0, 1].some((daysBack) => {
      const midnight = new Date(at);
      midnight.setUTCHours(0, 0, 0, 0);
      midnight.setUTCDate(midnight.getUTCDate() - daysBack);
      const day = WEEKDAYS[(midnight.getUTCDay() + 6) % 7];
      if (day === undefined || !window.days.includes(day)) return false;
      if (schedule.exceptDates.includes(midnight.toISOString().slice(0, 10))) return false;
      const from = minutes(window.from);
      const to = minutes(window.to) + (minutes(window.to) <= from ? 1_440 : 0);
      const now = (at - midnight.getTime()) / 60_000;
      return now >= from && now < to;
    }),
  );
}
