import { type Static, Type } from 'typebox';
import { SEVERITIES } from '../alerts/rules.ts';
import { closed, Nullable, OneOf, Timestamp } from './resources.ts';

/** What can need a person. */
const ATTENTION_KINDS = [
  'safety_alert',
  'disk_full',
  'unprotected_devices',
  'access_requests',
  'enrollment_requests',
  'devices_behind',
  'locks_unconfirmed',
  'held_category_lists',
  'failing_webhook',
  'failing_alert_mail',
  'expiring_api_key',
  'old_backup',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const AttentionItem = Type.Object(
  {
    kind: OneOf(ATTENTION_KINDS),
    severity: OneOf(SEVERITIES),
    count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    since: Nullable(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'Of the longest waiting one; null = not told',
      }),
    ),
    link: Nullable(
      Type.String({
        maxLength: 1_000,
        description:
          'The address of the API that answers with exactly those; null = it is about nothing in the API',
      }),
    ),
  },
  { $id: 'AttentionItem', ...closed },
);
export type AttentionItem = Static<typeof AttentionItem>;

const Attention = Type.Object(
  {
    data: Type.Array(Type.Unsafe<AttentionItem>({ $ref: 'AttentionItem#' }), { maxItems: 200 }),
    generatedAt: Timestamp,
  },
  { $id: 'Attention', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const ATTENTION_SCHEMAS = { AttentionItem, Attention } as const;
