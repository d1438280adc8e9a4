import type { ClaimedDelivery, DeliveryStore } from '../ports/events.ts';
import { attemptedDelivery, isSettled } from '../rules/delivery-attempt.ts';
import { pageOf } from '../rules/list-page.ts';
import { attemptedWebhook } from '../rules/webhook-changes.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context, DeliveryEntry } from './tables.ts';

type Waiting = DeliveryEntry & { readonly dueAt: number };

export function createDeliveryStore({ tables }: Context): Synchronous<DeliveryStore> {
  const { deliveries, webhooks, events } = tables;
  /** All that an enabled endpoint waits for, oldest first. */
  const waiting = (): Waiting[] =>
    [...deliveries.values()]
      .filter(
        (entry): entry is Waiting =>
          entry.dueAt !== null && webhooks.get(entry.record.webhookId)?.enabled === true,
      )
      .sort((a, b) => a.dueAt - b.dueAt || (a.record.id < b.record.id ? -1 : 1));

  return {
    claim({ now, claimedUntil, limit, perWebhook, busy }) {
      const taken = new Map(busy);
      const claimed: ClaimedDelivery[] = [];
      for (const entry of waiting()) {
        const { record } = entry;
        const webhook = webhooks.get(record.webhookId);
        const body = events.get(record.eventId)?.body;
        const inFlight = taken.get(record.webhookId) ?? 0;
        if (entry.dueAt > now || claimed.length >= limit) break;
        if (inFlight >= perWebhook || webhook === undefined || body === undefined) continue;
        taken.set(record.webhookId, inFlight + 1);
        deliveries.set(record.id, { ...entry, dueAt: claimedUntil });
        claimed.push({ id: record.id, webhook, body, attempt: record.attempts.length + 1 });
      }
      return claimed;
    },
    settle(id, outcome) {
      const entry = deliveries.get(id);
      if (entry === undefined) return;
      const { startedAt, durationMs, responseStatus, responseBody, error, verdict } = outcome;
      const attempt = {
        number: entry.record.attempts.length + 1,
        startedAt,
        durationMs,
        responseStatus,
        responseBody,
        error,
      };
      const record = { ...entry.record, attempts: [...entry.record.attempts, attempt] };
      const moved = isSettled(record.status) ? record : { ...record, ...attemptedDelivery(verdict) };
      deliveries.set(id, { ...entry, record: moved, dueAt: moved.nextAttemptAt });
      const webhook = webhooks.get(record.webhookId);
      if (webhook !== undefined) webhooks.set(webhook.id, attemptedWebhook(webhook, outcome));
    },
    nextDueAt: () => waiting()[0]?.dueAt ?? null,
    list(query) {
      const { webhookId, status } = query.filter;
      const matching = [...deliveries.values()]
        .filter(({ organisationId }) => organisationId === query.organisationId)
        .map(({ record }) => record)
        .filter(
          (record) =>
            record.webhookId === webhookId && (status === undefined || status.includes(record.status)),
        );
      return pageOf(matching, query, ({ createdAt }) => createdAt);
    },
  };
}
