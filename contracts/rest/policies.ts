import { type Static, type TSchema, Type } from 'typebox';
import { VERDICT_REASONS, WEEKDAYS } from '../policy/model.ts';
import { PolicySettings, PolicySettingsInput } from './policy-settings.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Policies, categories, and the questions about verdicts. */

const CAMPUS_STATES = ['on-campus', 'off-campus', 'unknown'] as const;
const ACTIONS = ['allow', 'block'] as const;

const Line = (maxLength: number) => Type.String({ maxLength });
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Priority = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  description: 'The higher wins among rules of equal strength and equally near targets.',
});

/** The list limits fit the hosts of a whole district. A longer list belongs in a category. */
const MAX_RULES = 500;
const MAX_DOMAINS = 5_000;
const MAX_URLS = 1_000;
const MAX_APPS = 500;
const MAX_CATEGORIES = 100;
const MAX_TARGETS = 1_000;

const Domains = Type.Array(Text(253, 'A host; all hosts below it are meant too.'), { maxItems: MAX_DOMAINS });
const Categories = Type.Array(Text(40, 'Id of a category, as `GET /v1/categories` has them.'), {
  maxItems: MAX_CATEGORIES,
});
const Urls = Type.Array(Text(2_048, 'Host and path prefix; `*` stands for any run of characters.'), {
  maxItems: MAX_URLS,
});
const Apps = Type.Array(Text(120, 'Name of a program, without regard to case.'), { maxItems: MAX_APPS });

const matchFields = { domains: Domains, categories: Categories, urls: Urls, apps: Apps } as const;
const MatchInput = Type.Object(
  {
    domains: Type.Optional(Domains),
    categories: Type.Optional(Categories),
    urls: Type.Optional(Urls),
    apps: Type.Optional(Apps),
  },
  closed,
);

const RuleCampus = Type.Array(OneOf(CAMPUS_STATES), {
  maxItems: 3,
  uniqueItems: true,
  description: 'Where the rule holds; empty = everywhere.',
});
const RuleReason = Nullable(Line(300));
const Rules = Type.Array(
  Type.Object(
    {
      id: IdOf('rul'),
      effect: OneOf(ACTIONS),
      locked: Type.Boolean(),
      reason: RuleReason,
      campus: RuleCampus,
      match: Type.Object(matchFields, closed),
    },
    closed,
  ),
  { maxItems: MAX_RULES },
);
const RuleInput = Type.Object(
  {
    id: Type.Optional(IdOf('rul')),
    effect: OneOf(ACTIONS),
    locked: Type.Optional(Type.Boolean()),
    reason: Type.Optional(RuleReason),
    campus: Type.Optional(RuleCampus),
    match: MatchInput,
  },
  closed,
);
export type RuleInput = Static<typeof RuleInput>;
const RulesInput = Type.Array(RuleInput, { maxItems: MAX_RULES });

const Timezone = Text(64, 'IANA name, `Europe/Madrid`.');
export const LocalTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  minLength: 5,
  maxLength: 5,
  description: '`HH:MM`, local time of the zone.',
});
const Windows = Type.Array(
  Type.Object(
    {
      days: Type.Array(OneOf(WEEKDAYS), { minItems: 1, maxItems: 7, uniqueItems: true }),
      from: LocalTime,
      to: LocalTime,
    },
    { ...closed, description: '`to` before `from` ends on the next day.' },
  ),
  { maxItems: 50 },
);
const ExceptDates = Type.Array(Type.String({ format: 'date', minLength: 10, maxLength: 10 }), {
  maxItems: 400,
  description: 'Local dates on which no window begins.',
});
/** The times of the organisation (`GET /v1/organization`) that a schedule may refer to. */
const During = OneOf(['school-hours'] as const);
const DURING =
  'The windows are the school hours of the organisation, in its time zone, and follow them; `windows` is empty then.';
const EXCEPT_HOLIDAYS =
  'Nor does a window begin in the holidays of the organisation, which it follows. At most 400 dates are excepted in all, the latest.';
const Schedule = Type.Object(
  {
    timezone: Timezone,
    windows: Windows,
    exceptDates: ExceptDates,
    during: Type.Optional(Type.Unsafe<'school-hours'>({ ...During, description: DURING })),
    exceptHolidays: Type.Optional(Type.Literal(true, { description: EXCEPT_HOLIDAYS })),
  },
  closed,
);
const ScheduleInput = Type.Object(
  {
    timezone: Type.Optional(Timezone),
    windows: Type.Optional(Windows),
    exceptDates: Type.Optional(ExceptDates),
    during: Type.Optional(Nullable(Type.Unsafe<'school-hours'>({ ...During, description: DURING }))),
    exceptHolidays: Type.Optional(Type.Boolean({ description: EXCEPT_HOLIDAYS })),
  },
  {
    ...closed,
    description:
      'Absent members: the time zone of the organisation, no windows, no dates, nothing of the times of the organisation. `during` takes the place of `windows`, and the other way round.',
  },
);

const targetList = (item: TSchema) => Type.Array(item, { maxItems: MAX_TARGETS });
const Target = Type.Object(
  {
    everyone: Type.Boolean(),
    ous: Type.Array(Line(1_000), { maxItems: MAX_TARGETS }),
    users: Type.Array(Line(254), { maxItems: MAX_TARGETS }),
    devices: Type.Array(IdOf('dev'), { maxItems: MAX_TARGETS }),
  },
  closed,
);
const TargetInput = Type.Object(
  {
    everyone: Type.Optional(Type.Boolean()),
    ous: Type.Optional(
      Type.Unsafe<string[]>(targetList(Text(1_000, 'Path of a unit or its `ou_` id; with all below it.'))),
    ),
    users: Type.Optional(
      Type.Unsafe<string[]>(targetList(Text(254, 'E-mail address of a user, or the `usr_` id.'))),
    ),
    devices: Type.Optional(Type.Unsafe<string[]>(targetList(IdOf('dev')))),
  },
  closed,
);
export type TargetInput = Static<typeof TargetInput>;

export const Policy = Type.Object(
  {
    id: IdOf('pol'),
    name: Line(120),
    description: Nullable(Line(500)),
    enabled: Type.Boolean(),
    priority: Priority,
    defaultAction: OneOf(ACTIONS),
    target: Target,
    schedule: Nullable(Schedule),
    rules: Rules,
    settings: PolicySettings,
    /** The organisation's count of policy changes at the last change of this policy. */
    version: Count,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Policy', ...closed },
);
export type Policy = Static<typeof Policy>;

const inputFields = {
  description: Type.Optional(Nullable(Line(500))),
  enabled: Type.Optional(Type.Boolean()),
  priority: Type.Optional(Priority),
  defaultAction: Type.Optional(OneOf(ACTIONS)),
  target: Type.Optional(TargetInput),
  schedule: Type.Optional(Nullable(ScheduleInput)),
  rules: Type.Optional(RulesInput),
  settings: Type.Optional(PolicySettingsInput),
} as const;

export const PolicyInput = Type.Object({ name: Name, ...inputFields }, { $id: 'PolicyInput', ...closed });
export type PolicyInput = Static<typeof PolicyInput>;

/** A merge patch (RFC 7396). Absent members of `target`, `schedule` and `settings` stay as they are; arrays are replaced. */
export const PolicyPatch = Type.Object(
  { name: Type.Optional(Name), ...inputFields },
  { $id: 'PolicyPatch', ...closed },
);
export type PolicyPatch = Static<typeof PolicyPatch>;

const Category = Type.Object(
  { id: Line(40), name: Line(80), domainCount: Count },
  { $id: 'Category', ...closed },
);
export type Category = Static<typeof Category>;

const UserReference = Text(254, 'E-mail address of a person, or the `usr_` id.');

export const ExplainRequest = Type.Object(
  {
    deviceId: Type.Optional(IdOf('dev')),
    user: Type.Optional(UserReference),
    url: Text(2_048, 'A URL, or a host alone.'),
    at: Type.Optional(Timestamp),
    campus: Type.Optional(OneOf(CAMPUS_STATES)),
    app: Type.Optional(
      Text(
        120,
        'Name of the program that asks, or `(unknown)` for one that the device looked for and did not find. Absent: rules for programs are left out.',
      ),
    ),
  },
  {
    $id: 'ExplainRequest',
    ...closed,
    anyOf: [{ required: ['deviceId'] }, { required: ['user'] }],
    description:
      'Give `deviceId`, `user` or both. Absent: the person on the device, now, and the campus where the device is.',
  },
);
export type ExplainRequest = Static<typeof ExplainRequest>;

const Reason = OneOf(VERDICT_REASONS);
const RuleId = Nullable(IdOf('rul'));
const PolicyId = Nullable(IdOf('pol'));

export const Explanation = Type.Object(
  {
    action: OneOf(ACTIONS),
    reason: Reason,
    ruleId: RuleId,
    policyId: PolicyId,
    policyVersion: Nullable(Count),
    /** The input of the decision. */
    input: Type.Object(
      {
        deviceId: Nullable(IdOf('dev')),
        user: Nullable(Line(254)),
        ou: Line(1_000),
        host: Line(253),
        categories: Type.Array(Line(40), { maxItems: 100 }),
        campus: OneOf(CAMPUS_STATES),
        at: Timestamp,
        app: Nullable(Line(120)),
      },
      closed,
    ),
    /** Everything that matched, strongest first. */
    chain: Type.Array(
      Type.Object(
        {
          reason: Reason,
          action: OneOf(ACTIONS),
          ruleId: RuleId,
          policyId: PolicyId,
          policyVersion: Nullable(Count),
          target: Nullable(Line(1_000)),
          /** The override or classroom session that matched. */
          by: Nullable(Line(40)),
          decided: Type.Boolean(),
          unknownProgram: Type.Optional(
            Type.Boolean({
              description:
                'Present and true where a rule for programs matched because the program was not found (`unknownProgram` of the settings).',
            }),
          ),
        },
        closed,
      ),
      { maxItems: 10_000 },
    ),
  },
  { $id: 'Explanation', ...closed },
);
export type Explanation = Static<typeof Explanation>;

/** Days of records that a preview may cover. */
export const PREVIEW_DAYS = { min: 1, max: 14, default: 7 } as const;

export const PreviewRequest = Type.Object(
  {
    policy: Type.Unsafe<PolicyInput>({ $ref: 'PolicyInput#' }),
    replaces: Type.Optional(IdOf('pol')),
    days: Type.Optional(Type.Integer({ minimum: PREVIEW_DAYS.min, maximum: PREVIEW_DAYS.max })),
  },
  {
    $id: 'PreviewRequest',
    ...closed,
    description: `\`replaces\`: the policy whose place the draft takes. \`days\`: how many days of records; default ${PREVIEW_DAYS.default}.`,
  },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

const Difference = Type.Object(
  {
    visits: Count,
    users: Count,
    topDomains: Type.Array(Type.Object({ domain: Line(253), count: Count }, closed), { maxItems: 100 }),
    belowMinimum: Type.Boolean({
      description:
        'Fewer than five people or fewer than five visits, or none at all: which of these is not told, and the figures are 0.',
    }),
  },
  {
    ...closed,
    description:
      'Counts are rounded down to multiples of five. A domain that fewer than five people visited is left out. Who cannot be counted without being told apart from fewer than five people is not counted.',
  },
);

export const Preview = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    evaluated: Count,
    warnings: Type.Array(Line(500), { maxItems: 20 }),
    newlyAllowed: Difference,
    newlyBlocked: Difference,
  },
  { $id: 'Preview', ...closed },
);
export type Preview = Static<typeof Preview>;

/** The schemas by their names in the OpenAPI document. */
export const POLICY_SCHEMAS = {
  Policy,
  PolicyInput,
  PolicyPatch,
  Category,
  ExplainRequest,
  Explanation,
  PreviewRequest,
  Preview,
} as const;
