import type { Webhook } from '../../contracts/rest/resources.ts';
import type { WebhookRecord } from '../ports/events.ts';
import { timestamp } from './timestamp.ts';

/** A webhook as API users see it; its secret is shown only once, by the call that makes it. */
export function toWebhook(record: WebhookRecord): Webhook {
  return {
    id: record.id,
    url: record.url,
    kind: record.kind,
    events: [...record.events],
    description: record.description,
    enabled: record.enabled,
    disabledReason: record.disabledReason,
    signature: record.signature,
    headers: { ...record.headers },
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}

/** A webhook as the audit keeps it: the values of its own headers are credentials of the receiver. */
export function toAuditedWebhook(record: WebhookRecord): Webhook {
  const names = Object.keys(record.headers);
  return { ...toWebhook(record), headers: Object.fromEntries(names.map((name) => [name, '••••'])) };
}
