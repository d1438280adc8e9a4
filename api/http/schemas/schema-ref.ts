import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { ACCESS_REQUEST_SCHEMAS } from '../../../contracts/rest/access-requests.ts';
import { ACCOUNT_SCHEMAS } from '../../../contracts/rest/accounts.ts';
import { ADOPTION_SCHEMAS } from '../../../contracts/rest/adoption.ts';
import { ALERT_NOTIFICATION_SCHEMAS } from '../../../contracts/rest/alert-notifications.ts';
import { ALERT_RULE_SCHEMAS } from '../../../contracts/rest/alert-rules.ts';
import { ALERT_SCHEMAS } from '../../../contracts/rest/alerts.ts';
import { ATTENTION_SCHEMAS } from '../../../contracts/rest/attention.ts';
import { AUDIT_SCHEMAS } from '../../../contracts/rest/audit.ts';
import { CATEGORY_SCHEMAS } from '../../../contracts/rest/categories.ts';
import { CLASSROOM_SCHEMAS } from '../../../contracts/rest/classroom.ts';
import { COMMAND_BATCH_SCHEMAS } from '../../../contracts/rest/command-batches.ts';
import { DEVICE_STORY_SCHEMAS } from '../../../contracts/rest/device-story.ts';
import { EVIDENCE_SCHEMAS } from '../../../contracts/rest/evidence.ts';
import { KEY_SCHEMAS } from '../../../contracts/rest/keys.ts';
import { LIVE_SCHEMAS } from '../../../contracts/rest/live.ts';
import { ORGANISATION_SCHEMAS } from '../../../contracts/rest/organisation.ts';
import { OU_SCHEMAS } from '../../../contracts/rest/ous.ts';
import { OVERRIDE_SCHEMAS } from '../../../contracts/rest/overrides.ts';
import { PASSWORD_RESET_SCHEMAS } from '../../../contracts/rest/password-resets.ts';
import { POLICY_SCHEMAS } from '../../../contracts/rest/policies.ts';
import { PREFERENCE_SCHEMAS } from '../../../contracts/rest/preferences.ts';
import { RECORD_SCHEMAS } from '../../../contracts/rest/records.ts';
import { REPORT_SCHEMAS } from '../../../contracts/rest/reports.ts';
import { REQUEST_SCHEMAS } from '../../../contracts/rest/requests.ts';
import { RESOURCE_SCHEMAS } from '../../../contracts/rest/resources.ts';
import { SEARCH_SCHEMAS } from '../../../contracts/rest/search.ts';
import { SECOND_FACTOR_SCHEMAS } from '../../../contracts/rest/second-factor.ts';
import { USER_SCHEMAS } from '../../../contracts/rest/users.ts';
import { WEBHOOK_SCHEMAS } from '../../../contracts/rest/webhooks.ts';

/** The named schemas of the REST API. Each is registered once, referred to by name, and listed under components/schemas in the OpenAPI document. */
const NAMED = {
  ...RESOURCE_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...COMMAND_BATCH_SCHEMAS,
  ...USER_SCHEMAS,
  ...OU_SCHEMAS,
  ...POLICY_SCHEMAS,
  ...CATEGORY_SCHEMAS,
  ...CLASSROOM_SCHEMAS,
  ...OVERRIDE_SCHEMAS,
  ...ACCESS_REQUEST_SCHEMAS,
  ...RECORD_SCHEMAS,
  ...AUDIT_SCHEMAS,
  ...ALERT_SCHEMAS,
  ...ALERT_RULE_SCHEMAS,
  ...ALERT_NOTIFICATION_SCHEMAS,
  ...REPORT_SCHEMAS,
  ...SEARCH_SCHEMAS,
  ...ATTENTION_SCHEMAS,
  ...KEY_SCHEMAS,
  ...LIVE_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...PREFERENCE_SCHEMAS,
  ...PASSWORD_RESET_SCHEMAS,
  ...SECOND_FACTOR_SCHEMAS,
  ...DEVICE_STORY_SCHEMAS,
  ...ADOPTION_SCHEMAS,
  ...EVIDENCE_SCHEMAS,
  ...ORGANISATION_SCHEMAS,
} as const;

type Name = keyof typeof NAMED;

/** A reference to a named schema. */
export function ref<N extends Name>(name: N): TUnsafe<Static<(typeof NAMED)[N]>> {
  return Type.Unsafe<Static<(typeof NAMED)[N]>>({ $ref: `${name}#` });
}

const lists = new Map<Name, TSchema>();

/** The list envelope around a named schema. Its own name is `DeviceList`, … */
export function listOf(name: Name): TSchema {
  const id = `${name}List`;
  if (!lists.has(name)) lists.set(name, envelopeOf(name, id));
  return Type.Unsafe({ $ref: `${id}#` });
}

function envelopeOf(name: Name, id: string): TSchema {
  return Type.Object(
    {
      data: Type.Array(ref(name), { maxItems: 1_000 }),
      total: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      totalIsEstimate: Type.Optional(Type.Boolean()),
      page: Type.Integer({ minimum: 1, maximum: 10_000 }),
      limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
      hasMore: Type.Boolean(),
      nextCursor: Type.Union([Type.String({ maxLength: 4_096 }), Type.Null()]),
    },
    { $id: id },
  );
}

/** All schemas to register. Lists come last, because they refer to the others. Call it once every route is declared. */
export function namedSchemas(): readonly TSchema[] {
  return [...Object.values(NAMED), ...lists.values()];
}
