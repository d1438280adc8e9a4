import { type Static, Type } from 'typebox';
import { SEVERITIES } from '../alerts/rules.ts';
import { WEEKDAYS } from '../policy/model.ts';
import { LocalTime } from './policies.ts';
import { closed, Nullable, OneOf, Timestamp } from './resources.ts';

/** The most of each: with these, a minute's round of mail stays short. */
const MAX_RECIPIENTS = 100;
const MAX_EMAILS = 20;

/** One address, without a display name or anything that could end a header field. */
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\u0000-\\u0020\\u007f"(),:;<>@]+@[^\\u0000-\\u0020\\u007f"(),:;<>@]+$',
});
const Emails = Type.Array(Email, { minItems: 1, maxItems: MAX_EMAILS });

const QuietHours = Type.Object(
  {
    from: LocalTime,
    to: LocalTime,
    days: Type.Array(OneOf(WEEKDAYS), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'The days on which they begin. `to` before `from` ends on the next day.',
    }),
  },
  closed,
);
export type QuietHours = Static<typeof QuietHours>;

const AlertRecipient = Type.Object(
  {
    ou: Type.String({ maxLength: 1_000, description: 'Path of the unit; with its subtree' }),
    emails: Emails,
    minSeverity: OneOf(SEVERITIES),
  },
  { $id: 'AlertRecipient', ...closed },
);
type AlertRecipient = Static<typeof AlertRecipient>;

const AlertRecipientInput = Type.Object(
  {
    ou: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Path of a unit that exists (`/Springfield/High`), or its `ou_` id; with its subtree.',
    }),
    emails: Emails,
    minSeverity: Type.Optional({
      ...OneOf(SEVERITIES),
      description: 'Alerts that are less severe are not mailed. Default: `high`.',
    }),
  },
  { $id: 'AlertRecipientInput', ...closed },
);
export type AlertRecipientInput = Static<typeof AlertRecipientInput>;

const AlertNotifications = Type.Object(
  {
    mailServer: Type.Boolean({
      description: 'False: the server has no mail server (`[smtp]` of its configuration), so nothing is sent',
    }),
    timezone: Type.String({ maxLength: 64, description: 'The zone of `quietHours`: the organisation’s' }),
    recipients: Type.Array(Type.Unsafe<AlertRecipient>({ $ref: 'AlertRecipient#' }), {
      maxItems: MAX_RECIPIENTS,
    }),
    quietHours: Nullable(QuietHours),
    failing: Type.Array(Type.String({ maxLength: 254 }), {
      maxItems: MAX_RECIPIENTS * MAX_EMAILS,
      description: 'Addresses to which the last mail could not be sent; it is tried again',
    }),
    updatedAt: Nullable(Timestamp),
  },
  { $id: 'AlertNotifications', ...closed },
);
export type AlertNotifications = Static<typeof AlertNotifications>;

const AlertNotificationsPatch = Type.Object(
  {
    recipients: Type.Optional(
      Nullable(
        Type.Array(Type.Unsafe<AlertRecipientInput>({ $ref: 'AlertRecipientInput#' }), {
          maxItems: MAX_RECIPIENTS,
          description: 'All of them: what is not named is removed.',
        }),
      ),
    ),
    quietHours: Type.Optional(Nullable(QuietHours)),
  },
  { $id: 'AlertNotificationsPatch', ...closed },
);
export type AlertNotificationsPatch = Static<typeof AlertNotificationsPatch>;

/** The schemas by their names in the OpenAPI document. */
export const ALERT_NOTIFICATION_SCHEMAS = {
  AlertRecipient,
  AlertRecipientInput,
  AlertNotifications,
  AlertNotificationsPatch,
} as const;
