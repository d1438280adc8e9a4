import { type Static, Type } from 'typebox';
import { RULE_MEMBERS, RULE_NUMBERS, type RuleNumber } from '../alerts/rule-settings.ts';
import { ALERT_TYPES, SEVERITIES } from '../alerts/rules.ts';
import { closed, Nullable, OneOf, Timestamp } from './resources.ts';

const Severity = OneOf(SEVERITIES);
const Sentence = Type.String({ maxLength: 300 });
const numberOf = (name: RuleNumber) =>
  Type.Integer({
    minimum: RULE_NUMBERS[name].minimum,
    maximum: RULE_NUMBERS[name].maximum,
    description: RULE_NUMBERS[name].meaning,
  });
const patchOf = (name: RuleNumber) => Type.Optional(Nullable(numberOf(name)));

/** The members that a rule has only where its type has them. */
const ofSomeTypes = {
  tamperSeverity: Type.Optional(Severity),
  intendedSeverity: Type.Optional(Severity),
  repeatMinutes: Type.Optional(numberOf('repeatMinutes')),
  count: Type.Optional(numberOf('count')),
  periodMinutes: Type.Optional(numberOf('periodMinutes')),
  afterMinutes: Type.Optional(numberOf('afterMinutes')),
  low: Type.Optional(numberOf('low')),
  recovered: Type.Optional(numberOf('recovered')),
};

const AlertRuleDefaults = Type.Object(
  { enabled: Type.Boolean(), severity: Severity, ...ofSomeTypes },
  { $id: 'AlertRuleDefaults', ...closed },
);
type AlertRuleDefaults = Static<typeof AlertRuleDefaults>;

const AlertRuleMember = Type.Object(
  {
    name: OneOf(RULE_MEMBERS),
    meaning: Sentence,
    minimum: Nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
    maximum: Nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { $id: 'AlertRuleMember', ...closed },
);
type AlertRuleMember = Static<typeof AlertRuleMember>;

const AlertRule = Type.Object(
  {
    type: OneOf(ALERT_TYPES),
    meaning: Sentence,
    safety: Type.Boolean({ description: 'Whether it is about the safety of people' }),
    enabled: Type.Boolean(),
    severity: Severity,
    ...ofSomeTypes,
    defaults: Type.Unsafe<AlertRuleDefaults>({ $ref: 'AlertRuleDefaults#' }),
    changed: Type.Array(OneOf(RULE_MEMBERS), {
      maxItems: RULE_MEMBERS.length,
      description: 'The members that the school has set; the others are the defaults',
    }),
    members: Type.Array(Type.Unsafe<AlertRuleMember>({ $ref: 'AlertRuleMember#' }), {
      maxItems: RULE_MEMBERS.length,
      description: 'What can be set, what it means and within what bounds',
    }),
    warnings: Type.Array(Sentence, {
      maxItems: 10,
      description: 'What the school gives up by the rule as it is',
    }),
    updatedAt: Nullable(Timestamp),
  },
  { $id: 'AlertRule', ...closed },
);
export type AlertRule = Static<typeof AlertRule>;

/** Null = the default again. */
const AlertRulePatch = Type.Object(
  {
    enabled: Type.Optional(Nullable(Type.Boolean())),
    severity: Type.Optional(Nullable(Severity)),
    tamperSeverity: Type.Optional(Nullable(Severity)),
    intendedSeverity: Type.Optional(Nullable(Severity)),
    repeatMinutes: patchOf('repeatMinutes'),
    count: patchOf('count'),
    periodMinutes: patchOf('periodMinutes'),
    afterMinutes: patchOf('afterMinutes'),
    low: patchOf('low'),
    recovered: patchOf('recovered'),
  },
  { $id: 'AlertRulePatch', ...closed },
);
export type AlertRulePatch = Static<typeof AlertRulePatch>;

/** The schemas by their names in the OpenAPI document. */
export const ALERT_RULE_SCHEMAS = { AlertRuleDefaults, AlertRuleMember, AlertRule, AlertRulePatch } as const;
