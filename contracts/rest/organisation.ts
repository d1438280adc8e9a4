import { type Static, type TSchema, Type } from 'typebox';
import { LOG_LEVELS } from '../log-levels.ts';
import { PLANS } from '../plans.ts';
import { WEEKDAYS } from '../policy/model.ts';
import { closed, Nullable, OneOf, Timestamp } from './resources.ts';

/** The settings of the organisation: what the configuration file says, unless they were set here. */

/** Where the value of a setting comes from. */
export const SETTING_SOURCES = ['default', 'file', 'here'] as const;

/** What a sign-in at an OpenID provider may make of somebody. Owners are made by owners alone. */
export const GIVEN_ROLES = ['admin', 'helpdesk', 'teacher', 'viewer'] as const;

/** The limits of a policy's schedule. */
const MAX_WINDOWS = 50;
const MAX_HOLIDAYS = 100;
const MAX_DAYS = 3_650;
const MAX_RESOLVERS = 8;
const MAX_ADDRESSES = 100;

const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) });
const Line = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    ...(description === undefined ? {} : { description }),
  });
const Days = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_DAYS, description });
const LocalDate = Type.String({ format: 'date', minLength: 10, maxLength: 10 });
const LocalTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  minLength: 5,
  maxLength: 5,
});

const SchoolHours = Type.Array(
  Type.Object(
    {
      days: Type.Array(OneOf(WEEKDAYS), { minItems: 1, maxItems: 7, uniqueItems: true }),
      from: LocalTime,
      to: LocalTime,
    },
    closed,
  ),
  {
    maxItems: MAX_WINDOWS,
    description:
      'When lessons are, in the time zone of the organisation; `to` before `from` ends on the next day. Empty: always.',
  },
);
const Holidays = Type.Array(Type.Object({ from: LocalDate, to: LocalDate, name: Line(120) }, closed), {
  maxItems: MAX_HOLIDAYS,
  description: 'Days without school; `from` and `to` belong to them. At most 400 days in all.',
});
const Resolvers = Type.Array(Line(300), {
  maxItems: MAX_RESOLVERS,
  description:
    'Resolvers that devices ask in the place of those of their network: addresses, or DNS over https such as `https://dns.school.example/dns-query`. Empty: those of the network.',
});
const ReportRecipients = Type.Array(Line(254), {
  maxItems: MAX_ADDRESSES,
  description: 'Who gets the weekly report, and is told of a disabled webhook.',
});
const AllowedDomains = Type.Array(Line(253), {
  maxItems: MAX_ADDRESSES,
  description: 'Only people of these domains sign in; empty = of any.',
});
const GroupRoles = Type.Array(Type.Object({ group: Line(200), role: OneOf(GIVEN_ROLES) }, closed), {
  maxItems: MAX_ADDRESSES,
  description: 'Roles by the provider’s claim `groups`. The highest counts, and follows at each sign-in.',
});
const Port = Type.Integer({
  minimum: 0,
  maximum: 65_535,
  description: '0: 587. With 465 the connection is encrypted from its start.',
});

const NAME = Line(120);
const TIME_ZONE = Line(64, 'IANA name, `Europe/Madrid`.');
const ACCOUNT_DOMAIN = Line(253, 'Completes a bare account name to an e-mail address.');
const HELP_LINE = Text(300, 'Whom to call, shown on locked screens.');
const LOG_LEVEL = OneOf(LOG_LEVELS);
const RETENTION = {
  logsDays: Days('Decided requests, with the counts that name people.'),
  activityDays: Days('What people did.'),
  alertsDays: Days('Alerts.'),
  deviceEventsDays: Days('That events of devices came in.'),
  auditDays: Days('Who changed or looked at what.'),
} as const;

const OrganizationMail = Type.Object(
  {
    host: Nullable(Text(253, 'Null = no e-mail is sent.')),
    port: Port,
    user: Nullable(Text(254)),
    passwordSet: Type.Boolean(),
    from: Nullable(Text(400)),
    reportRecipients: ReportRecipients,
  },
  closed,
);
const OrganizationSingleSignOn = Type.Object(
  {
    issuer: Nullable(Text(1_000, 'Null = nobody signs in by a provider.')),
    clientId: Nullable(Text(300)),
    clientSecretSet: Type.Boolean(),
    allowedDomains: AllowedDomains,
    newAccountRole: Nullable(OneOf(GIVEN_ROLES)),
    groupRoles: GroupRoles,
    trustEmail: Type.Boolean(),
  },
  closed,
);

/** The same source for each of these members. */
const sourcesOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, OneOf(SETTING_SOURCES)])) as {
      [Name in Names[number]]: ReturnType<typeof OneOf<typeof SETTING_SOURCES>>;
    },
    closed,
  );

const Sources = Type.Object(
  {
    ...sourcesOf([
      'name',
      'timeZone',
      'accountDomain',
      'helpLine',
      'schoolHours',
      'holidays',
      'logLevel',
      'resolvers',
    ]).properties,
    retention: sourcesOf(['logsDays', 'activityDays', 'alertsDays', 'deviceEventsDays', 'auditDays']),
    mail: sourcesOf(['host', 'port', 'user', 'password', 'from', 'reportRecipients']),
    singleSignOn: sourcesOf([
      'issuer',
      'clientId',
      'clientSecret',
      'allowedDomains',
      'newAccountRole',
      'groupRoles',
      'trustEmail',
    ]),
  },
  {
    ...closed,
    description:
      'Where each value comes from: `here` = it was set by this API, `file` = the configuration file, a variable of the environment or a flag, `default` = nobody has set it.',
  },
);

export const Organization = Type.Object(
  {
    name: NAME,
    timeZone: TIME_ZONE,
    accountDomain: ACCOUNT_DOMAIN,
    helpLine: Nullable(HELP_LINE),
    schoolHours: SchoolHours,
    holidays: Holidays,
    retention: Type.Object(RETENTION, closed),
    logLevel: LOG_LEVEL,
    resolvers: Resolvers,
    mail: OrganizationMail,
    singleSignOn: OrganizationSingleSignOn,
    plan: OneOf(PLANS),
    sources: Sources,
    version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    updatedAt: Nullable(Timestamp),
  },
  {
    $id: 'Organization',
    ...closed,
    description: 'The settings in force. `updatedAt`: when one was last set here; null = never.',
  },
);
export type Organization = Static<typeof Organization>;

/** Each member may be absent; null takes it back to what the file says. */
const patchOf = <T extends Readonly<Record<string, TSchema>>>(members: T, description?: string) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(members).map(([name, schema]) => [name, Type.Optional(Nullable(schema))]),
    ) as { [Name in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof Nullable<T[Name]>>>> },
    { ...closed, ...(description === undefined ? {} : { description }) },
  );

const Secret = (description: string) => Type.String({ maxLength: 1_000, writeOnly: true, description });

export const OrganizationPatch = Type.Object(
  {
    ...patchOf({
      name: NAME,
      timeZone: TIME_ZONE,
      accountDomain: ACCOUNT_DOMAIN,
      helpLine: HELP_LINE,
      schoolHours: SchoolHours,
      holidays: Holidays,
      retention: patchOf(RETENTION),
      logLevel: LOG_LEVEL,
      resolvers: Resolvers,
      mail: patchOf({
        host: Text(253),
        port: Port,
        user: Text(254),
        password: Secret('It is stored encrypted and never shown.'),
        from: Text(400, '`reports@school.example` or `Schoolgate <reports@school.example>`.'),
        reportRecipients: ReportRecipients,
      }),
      singleSignOn: patchOf({
        issuer: Text(1_000, '`https://accounts.google.com`.'),
        clientId: Text(300),
        clientSecret: Secret('It is stored encrypted and never shown.'),
        allowedDomains: AllowedDomains,
        newAccountRole: Type.Unsafe<'none' | (typeof GIVEN_ROLES)[number]>({
          ...OneOf(['none', ...GIVEN_ROLES] as const),
          description: '`none`: only people who have an account sign in.',
        }),
        groupRoles: GroupRoles,
        trustEmail: Type.Boolean(),
      }),
    }).properties,
    plan: Type.Optional(OneOf(PLANS)),
  },
  {
    $id: 'OrganizationPatch',
    ...closed,
    description:
      'A merge patch (RFC 7396): null takes a value, or a whole group of them, back to what the configuration file says. An empty text means none, as in the file. Arrays are replaced whole.',
  },
);
export type OrganizationPatch = Static<typeof OrganizationPatch>;

/** The schemas by their names in the OpenAPI document. */
export const ORGANISATION_SCHEMAS = { Organization, OrganizationPatch } as const;
