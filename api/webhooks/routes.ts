import { createWebhook } from './create.ts';
import { deleteWebhook } from './delete.ts';
import { getWebhook } from './get.ts';
import { getDelivery } from './get-delivery.ts';
import { listWebhooks } from './list.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEventTypes } from './list-event-types.ts';
import { getWebhookPublicKey } from './public-key.ts';
import { recoverWebhook } from './recover.ts';
import { redeliver } from './redeliver.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { getWebhookSecret } from './secret.ts';
import { testWebhook } from './test.ts';
import { updateWebhook } from './update.ts';

/** The endpoints of webhooks and their deliveries. */
export const WEBHOOK_ROUTES = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  getWebhookSecret,
  rotateWebhookSecret,
  getWebhookPublicKey,
  testWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  recoverWebhook,
  listEventTypes,
];
