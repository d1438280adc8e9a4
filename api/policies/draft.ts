import type { RuleId } from '../../contracts/ids.ts';
import type { PolicySettings } from '../../contracts/policy/settings.ts';
import type { PolicyPatch, RuleInput } from '../../contracts/rest/policies.ts';
import type { PolicySettingsInput } from '../../contracts/rest/policy-settings.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { PolicyFields } from '../../store/ports/policies.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { CategoryLookup } from '../categories/category-lookup.ts';
import type { Reach } from '../input/reach.ts';
import { checkSettings } from './settings-check.ts';
import { NOBODY, readTarget } from './target.ts';
import { checkPolicy, type FieldProblem } from './validation.ts';

export interface DraftTools {
  readonly ids: IdSource;
  readonly categories: CategoryLookup;
}

/** The input of a draft. */
export interface DraftRequest {
  readonly reach: Reach;
  /** IANA zone of the organisation, for a schedule that names none. */
  readonly timezone: string;
  /** The policy that the patch changes; null = a new policy. */
  readonly known: PolicyFields | null;
  /** Rule ids that the policy has or had; null = any id is accepted. */
  readonly ruleIds: readonly RuleId[] | null;
  /** Pointer of the policy in the body: `#`, or `#/policy`. */
  readonly base: string;
}

const NEW_POLICY: PolicyFields = {
  name: '',
  description: null,
  enabled: true,
  priority: 100,
  defaultAction: 'allow',
  target: NOBODY,
  schedule: null,
  rules: [],
  settings: {},
};

/**
 * Builds a whole policy from a body laid over the known one (RFC 7396), with ids for its rules and its target.
 * @throws Fault validation_failed, unprocessable, ou_not_permitted with pointers
 */
export async function readDraft(
  sources: Pick<Repositories, 'ous' | 'users' | 'devices'>,
  { ids, categories }: DraftTools,
  { reach, timezone, known, ruleIds, base }: DraftRequest,
  input: PolicyPatch,
): Promise<PolicyFields> {
  const before = known ?? NEW_POLICY;
  const { name, description, enabled, priority, defaultAction, schedule, rules, target, settings } = input;
  const draft = {
    name: name?.trim() ?? before.name,
    description: description === undefined ? before.description : description,
    enabled: enabled ?? before.enabled,
    priority: priority ?? before.priority,
    defaultAction: defaultAction ?? before.defaultAction,
    schedule: schedule === undefined ? before.schedule : readSchedule(before.schedule, schedule, timezone),
    rules: rules === undefined ? before.rules : readRules(rules, { ids, ruleIds, base }),
    settings: readSettings(before.settings, settings ?? {}),
  };
  // Only members of the body are checked; the others were valid when they were stored.
  const document = {
    schedule: schedule === undefined ? null : draft.schedule,
    rules: rules === undefined ? [] : draft.rules,
  };
  const problems = [
    ...checkPolicy(document),
    ...(settings === undefined ? [] : checkSettings(draft.settings)),
  ];
  const errors = [...errorsAt(problems, base), ...unknownCategories(document.rules, categories, base)];
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  return {
    ...draft,
    target: await readTarget(sources, { reach, known: before.target, base: `${base}/target` }, target ?? {}),
  };
}

function readSchedule(
  known: PolicyFields['schedule'],
  patch: NonNullable<PolicyPatch['schedule']> | null,
  timezone: string,
): PolicyFields['schedule'] {
  if (patch === null) return null;
  const during = duringOf(known, patch);
  const exceptHolidays = patch.exceptHolidays ?? known?.exceptHolidays ?? false;
  const ownWindows = during === undefined ? (known?.windows ?? []) : [];
  return {
    timezone: patch.timezone ?? known?.timezone ?? timezone,
    windows: patch.windows ?? ownWindows,
    exceptDates: patch.exceptDates ?? known?.exceptDates ?? [],
    ...(during === undefined ? {} : { during }),
    ...(exceptHolidays ? { exceptHolidays } : {}),
  };
}

/** Windows that are sent take the place of the school hours. */
function duringOf(
  known: PolicyFields['schedule'],
  { during, windows = [] }: NonNullable<PolicyPatch['schedule']>,
): 'school-hours' | undefined {
  if (during !== undefined) return during ?? undefined;
  return windows.length > 0 ? undefined : known?.during;
}

/** Lays settings over the known ones; null removes a member. */
function readSettings(known: PolicySettings, patch: PolicySettingsInput): PolicySettings {
  const merged = { ...known, ...patch };
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null && value !== undefined),
  );
}

function readRules(
  rules: readonly RuleInput[],
  { ids, ruleIds, base }: Pick<DraftRequest, 'ruleIds' | 'base'> & Pick<DraftTools, 'ids'>,
): PolicyFields['rules'] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const whole = rules.map((rule, at) => {
    // The schema has checked the form of the id.
    const id = (rule.id as RuleId | undefined) ?? ids.next('rul');
    const pointer = `${base}/rules/${at}/id`;
    if (rule.id !== undefined && ruleIds !== null && !ruleIds.includes(id))
      errors.push({ in: 'body', pointer, code: 'unknown_rule', detail: UNKNOWN_RULE });
    if (seen.has(id))
      errors.push({ in: 'body', pointer, code: 'duplicate', detail: 'Two rules have this id.' });
    seen.add(id);
    return {
      id,
      effect: rule.effect,
      locked: rule.locked ?? false,
      reason: rule.reason ?? null,
      campus: rule.campus ?? [],
      match: {
        domains: rule.match.domains ?? [],
        categories: rule.match.categories ?? [],
        urls: rule.match.urls ?? [],
        apps: rule.match.apps ?? [],
      },
    };
  });
  if (errors.length > 0) throw new Fault('unprocessable', errors[0]?.detail ?? '', { extras: { errors } });
  return whole;
}

const UNKNOWN_RULE = 'The policy has no such rule; leave the id of a new rule out.';

function errorsAt(problems: readonly FieldProblem[], base: string): readonly FieldError[] {
  return problems.map(({ pointer, code, detail }) => ({
    in: 'body',
    pointer: base + pointer.slice(1),
    code,
    detail,
  }));
}

function unknownCategories(
  rules: PolicyFields['rules'],
  categories: CategoryLookup,
  base: string,
): readonly FieldError[] {
  return rules.flatMap(({ match }, at) =>
    match.categories.flatMap((id, index): readonly FieldError[] =>
      categories.has(id)
        ? []
        : [
            {
              in: 'body',
              pointer: `${base}/rules/${at}/match/categories/${index}`,
              code: 'unknown_category',
              detail: `There is no category “${id}”; GET /v1/categories has them all.`,
            },
          ],
    ),
  );
}
