import { type Static, Type } from 'typebox';
import { ALERT_STATUSES, ALERT_TYPES, SEVERITIES } from '../alerts/rules.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

const Line = (maxLength: number) => Type.String({ maxLength });
const Count = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/** The details of an alert of each type, beside its title. `count` is always present. */
export const AlertDetails = Type.Object(
  {
    count: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How often it was seen; repeats raise it instead of making more alerts',
    }),
    occurredAt: Type.Optional(Timestamp),
    domains: Type.Optional(
      Type.Array(Line(253), { maxItems: 10, description: 'The first ones that were seen' }),
    ),
    category: Type.Optional(Line(64)),
    violations: Type.Optional(Count(1_000_000)),
    periodMinutes: Type.Optional(Count(10_080)),
    term: Type.Optional(Type.String({ maxLength: 200, description: 'The phrase of the list that fits' })),
    language: Type.Optional(Line(10)),
    what: Type.Optional(Type.String({ maxLength: 300, description: 'As the device tells it' })),
    ruleId: Type.Optional(Type.String({ maxLength: 64, description: 'The rule that somebody asks about' })),
    battery: Type.Optional(Count(100)),
    campusId: Type.Optional(IdOf('cam')),
    since: Type.Optional(Timestamp),
    unproven: Type.Optional(
      Type.Boolean({
        'x-extension': true,
        description:
          'True when the device named a person who, as far as it told, was not signed in there then: the alert is about the device, and `user` is null',
      }),
    ),
  },
  { $id: 'AlertDetails', ...closed },
);
export type AlertDetails = Static<typeof AlertDetails>;

export const Alert = Type.Object(
  {
    id: IdOf('alt'),
    timestamp: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When it was made; lists are ordered by it',
    }),
    type: OneOf(ALERT_TYPES),
    severity: OneOf(SEVERITIES),
    status: OneOf(ALERT_STATUSES),
    title: Line(300),
    deviceId: Nullable(IdOf('dev')),
    user: Nullable(Line(254)),
    ou: Line(1_000),
    policyId: Nullable(Line(64)),
    details: Type.Unsafe<AlertDetails>({ $ref: 'AlertDetails#' }),
    lastSeenAt: Timestamp,
    acknowledgedAt: Nullable(Timestamp),
    acknowledgedBy: Nullable(Line(64)),
    resolvedAt: Nullable(Timestamp),
    resolvedBy: Nullable(
      Type.String({ maxLength: 64, description: 'Null also when what it is about has ended by itself' }),
    ),
    note: Nullable(Line(1_000)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Alert', ...closed },
);
export type Alert = Static<typeof Alert>;

export const AlertPatch = Type.Object(
  {
    status: Type.Optional(OneOf(ALERT_STATUSES)),
    note: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1_000 }))),
  },
  { $id: 'AlertPatch', ...closed },
);
export type AlertPatch = Static<typeof AlertPatch>;

/** The schemas by their names in the OpenAPI document. */
export const ALERT_SCHEMAS = { Alert, AlertDetails, AlertPatch } as const;
