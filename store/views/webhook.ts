import type { Webhook } from '../../contracts/rest/webhooks.ts';
import { WARN_AFTER_FAILURES, type WebhookRecord } from '../ports/events.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A webhook as API users see it, without its secret. */
export function toWebhook(record: WebhookRecord): Webhook {
  return {
    id: record.id,
    url: record.url,
    kind: record.kind,
    events: [...record.events],
    description: record.description,
    enabled: record.enabled,
    disabledReason: record.disabledReason,
    failing: record.failuresInARow >= WARN_AFTER_FAILURES,
    lastSuccessAt: timestampOrNull(record.lastSuccessAt),
    signature: record.signature,
    headers: { ...record.headers },
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}

/** A webhook as the audit keeps it: the values of its own headers are credentials of the receiver. */
export function toAuditedWebhook(record: WebhookRecord): Webhook {
  return { ...toWebhook(record), headers: maskedHeaders(record.headers) };
}

/** The names of headers, with what they hold put out of sight. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '••••']));
}
