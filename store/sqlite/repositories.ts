import type { SynchronousRepositories } from '../synchronous.ts';
import { createApiKeyStore } from './api-keys.ts';
import { createCampusStore } from './campuses.ts';
import { createCommandStore } from './commands.ts';
import type { Context } from './context.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createDeviceStore } from './devices.ts';
import { createEnrollmentTokenStore } from './enrollment-tokens.ts';
import { createEventStore } from './events.ts';
import { createIdempotencyStore } from './idempotency.ts';
import { createOrganisationStore } from './organisations.ts';
import { createOuStore } from './ous.ts';
import { createSessionStore } from './sessions.ts';
import { createTelemetryStore } from './telemetry.ts';
import { createWebhookStore } from './webhooks.ts';

/** All repositories over one connection. Their statements are prepared here, once. */
export function createRepositories(context: Context): SynchronousRepositories {
  return {
    organisations: createOrganisationStore(context),
    ous: createOuStore(context),
    campuses: createCampusStore(context),
    enrollmentTokens: createEnrollmentTokenStore(context),
    devices: createDeviceStore(context),
    commands: createCommandStore(context),
    events: createEventStore(context),
    webhooks: createWebhookStore(context),
    deliveries: createDeliveryStore(context),
    apiKeys: createApiKeyStore(context),
    idempotency: createIdempotencyStore(context),
    telemetry: createTelemetryStore(context),
    sessions: createSessionStore(context),
  };
}
