import type { WebhookRecord, WebhookStore } from '../ports/events.ts';
import { pageOf } from '../rules/list-page.ts';
import { changedWebhook, newWebhook } from '../rules/webhook-changes.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, ofOrganisation } from './tables.ts';

export function createWebhookStore({ tables }: Context): Synchronous<WebhookStore> {
  const { webhooks, webhookSecrets, deliveries } = tables;
  const find = (organisationId: number, id: string): WebhookRecord | null =>
    ofOrganisation(webhooks.get(id), organisationId);
  const put = (webhook: WebhookRecord): WebhookRecord => {
    webhooks.set(webhook.id, webhook);
    return webhook;
  };
  return {
    create({ sealedSecret, ...input }) {
      webhookSecrets.set(input.id, [sealedSecret]);
      return put(newWebhook(input));
    },
    get: find,
    list(query) {
      const { enabled } = query.filter;
      const matching = [...webhooks.values()].filter(
        (webhook) =>
          webhook.organisationId === query.organisationId &&
          (enabled === undefined || webhook.enabled === enabled),
      );
      return pageOf(matching, query, ({ createdAt }) => createdAt);
    },
    update(organisationId, id, changes, now) {
      const known = find(organisationId, id);
      return known === null ? null : put(changedWebhook(known, changes, now));
    },
    delete(organisationId, id) {
      const known = find(organisationId, id);
      if (known === null) return false;
      webhooks.delete(known.id);
      webhookSecrets.delete(known.id);
      for (const [deliveryId, { record }] of deliveries)
        if (record.webhookId === known.id) deliveries.delete(deliveryId);
      return true;
    },
    secrets: (id) => webhookSecrets.get(id) ?? [],
  };
}
