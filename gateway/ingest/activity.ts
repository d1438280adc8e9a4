import { ActivityMessage, type ActivityRecord } from '../../contracts/mqtt/messages.ts';
import { completeAccount } from './account.ts';
import type { Handler, IngestTools } from './message-context.ts';
import { createReader } from './reader.ts';

/** `activity`: batches of decided requests. Acknowledged when durable; a repeat changes nothing. */
export function createActivityHandler({ commits, organisations, clock }: IngestTools): Handler {
  const read = createReader(ActivityMessage);
  return async ({ login }, payload) => {
    const reading = read(payload);
    if ('refusal' in reading) return reading.refusal;
    const { deviceId } = login;
    const { organisationId, ouPath } = login.device;
    const { accountDomain } = (await organisations.get(organisationId)).record;
    const receivedAt = clock.now();
    const records = reading.message.records.map((record) => ({
      deviceId,
      organisationId,
      receivedAt,
      ouPath,
      record: named(record, completeAccount(record.user, accountDomain)),
    }));
    await commits.submit({ kind: 'activity', records });
    return null;
  };
}

/** Only what the schema names: what else a device sends is not stored. */
function named(record: ActivityRecord, user: string | null): ActivityRecord {
  const { id, at, kind, domain, ...rest } = record;
  return {
    id,
    at,
    kind,
    user,
    domain,
    ...given('url', rest.url),
    ...given('title', rest.title),
    ...given('category', rest.category),
    ...given('action', rest.action),
    ...given('reason', rest.reason),
    ...given('policyId', rest.policyId),
    ...given('policyVersion', rest.policyVersion),
    ...given('ruleId', rest.ruleId),
    ...given('campus', rest.campus),
    ...given('durationSeconds', rest.durationSeconds),
    ...given('count', rest.count),
  };
}

function given<K extends keyof ActivityRecord>(name: K, value: ActivityRecord[K] | undefined) {
  return value === undefined ? undefined : ({ [name]: value } as Pick<ActivityRecord, K>);
}
