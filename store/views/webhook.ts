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

/** A webhook for the audit: the values of its own headers, which are credentials of the receiver, are masked. */
export function toAuditedWebhook(record: WebhookRecord): Webhook {
  return { ...toWebhook(record), headers: maskedHeaders(record.headers) };
}

/** The headers with masked values. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, '••••']));
}
