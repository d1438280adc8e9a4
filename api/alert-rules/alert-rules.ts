import {
  defaultSettings,
  isAlertType,
  isWeaker,
  memberHelp,
  RULE_MEMBERS,
  type RuleMember,
  type RuleSettings,
  TYPE_MEANINGS,
  warningsOf,
} from '../../contracts/alerts/rule-settings.ts';
import { ALERT_TYPES, type AlertType, isSafety } from '../../contracts/alerts/rules.ts';
import type { AlertRule, AlertRulePatch } from '../../contracts/rest/alert-rules.ts';
import { Fault } from '../../kit/fault.ts';
import type { AlertRuleRecord } from '../../store/ports/alerts.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';

/** The rule of one type, with what the school has set. */
export interface KnownRule {
  readonly id: AlertType;
  /** What the school has set. */
  readonly set: RuleSettings;
  /** Zero = never changed; so is the time. */
  readonly version: number;
  readonly updatedAt: number;
}

/** The rules of all types. */
export async function alertRulesOf(
  { alerts }: Pick<Repositories, 'alerts'>,
  organisationId: number,
): Promise<readonly KnownRule[]> {
  const changed = await alerts.changedRules(organisationId);
  return ALERT_TYPES.map((type) =>
    knownRule(
      type,
      changed.find((record) => record.type === type),
    ),
  );
}

/** @throws Fault not_found for a type that there is not */
export async function alertRuleOf(
  repositories: Pick<Repositories, 'alerts'>,
  organisationId: number,
  type: string,
): Promise<KnownRule> {
  const found = (await alertRulesOf(repositories, organisationId)).find(({ id }) => id === type);
  if (found === undefined || !isAlertType(type)) throw notFound('type of alert');
  return found;
}

/**
 * Sets members of a rule; null = the default again. What devices report follows it at once, in another process of the server within a minute.
 * @throws Fault validation_failed for what the type does not have or what does not fit together; insufficient_scope when a rule about safety would get weaker
 * and the caller is no owner
 */
export async function changeAlertRule(
  tx: Transaction,
  known: KnownRule,
  { patch, caller, now }: { readonly patch: AlertRulePatch; readonly caller: Caller; readonly now: number },
): Promise<KnownRule> {
  const { organisationId } = caller;
  const type = known.id;
  checkMembers(type, patch);
  const entries = Object.entries({ ...known.set, ...patch }).filter(([, value]) => value !== null);
  const settings: RuleSettings = Object.fromEntries(entries);
  const before = inForce(known);
  const after = inForce({ id: type, set: settings });
  checkBattery(patch, after);
  if (isSafety(type) && isWeaker(after, before)) requireOwner(caller);
  if (JSON.stringify(settings) === JSON.stringify(known.set)) return known;
  const record = await tx.alerts.setRule({ organisationId, type, settings, updatedAt: now });
  tx.wake({ kind: 'alert_rules', organisationId });
  return knownRule(type, record);
}

/** A rule as API users see it. */
export function toAlertRule(rule: KnownRule): AlertRule {
  const { id: type, set } = rule;
  const { enabled = true, severity = 'info', ...others } = inForce(rule);
  const defaults = { enabled: true, severity, ...defaultSettings(type) };
  return {
    type,
    meaning: TYPE_MEANINGS[type],
    safety: isSafety(type),
    ...{ enabled, severity, ...others },
    defaults,
    changed: RULE_MEMBERS.filter((name) => name in set),
    members: membersOf(type).map((name) => ({ name, ...shownHelp(name) })),
    warnings: [...warningsOf(type, inForce(rule))],
    updatedAt: rule.version === 0 ? null : timestamp(rule.updatedAt),
  };
}

/** The settings in force. */
export function inForce({ id, set }: Pick<KnownRule, 'id' | 'set'>): RuleSettings {
  return { ...defaultSettings(id), ...set };
}

function knownRule(type: AlertType, record: AlertRuleRecord | undefined): KnownRule {
  if (record === undefined) return { id: type, set: {}, version: 0, updatedAt: 0 };
  return { id: type, set: record.settings, version: record.version, updatedAt: record.updatedAt };
}

function membersOf(type: AlertType): readonly RuleMember[] {
  const defaults = defaultSettings(type);
  return RULE_MEMBERS.filter((name) => name in defaults);
}

function shownHelp(name: RuleMember) {
  const { meaning, minimum, maximum } = memberHelp(name);
  return { meaning, minimum, maximum };
}

function checkMembers(type: AlertType, patch: AlertRulePatch): void {
  const members = membersOf(type);
  const strange = RULE_MEMBERS.find((name) => name in patch && !members.includes(name));
  if (strange !== undefined)
    throw fieldFault(
      `#/${strange}`,
      'unknown_member',
      `The rule ${type} has no "${strange}"; it has ${members.join(', ')}.`,
    );
}

function checkBattery(patch: AlertRulePatch, { low, recovered }: RuleSettings): void {
  if (low === undefined || recovered === undefined || low < recovered) return;
  throw patch.low == null
    ? fieldFault('#/recovered', 'minimum', `"recovered" must be more than "low", which is ${low}.`)
    : fieldFault('#/low', 'maximum', `"low" must be less than "recovered", which is ${recovered}.`);
}

/** Who has taken over an administrator's account, or a key, cannot keep a child's call for help quiet. */
function requireOwner({ credential, scopes }: Caller): void {
  if (credential.kind === 'session' && credential.role === 'owner') return;
  throw new Fault(
    'insufficient_scope',
    'This rule is about the safety of people. Only an owner, signed in to the dashboard, may switch it off, make it less severe or have more repeats joined.',
    { extras: { requiredScopes: [], grantedScopes: scopes } },
  );
}
