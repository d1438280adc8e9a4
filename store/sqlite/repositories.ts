import { createAccountStore } from './accounts/accounts.ts';
import { createSessionStore } from './accounts/sessions.ts';
import { createSignInFailureStore } from './accounts/sign-in-failures.ts';
import { createAlertStore } from './alerts.ts';
import { createApiKeyStore } from './api-keys/api-keys.ts';
import { createIdempotencyStore } from './api-keys/idempotency.ts';
import { createAuditStore } from './audit/audit.ts';
import { createRecordViewStore } from './audit/record-views.ts';
import { createRevocationStore } from './backup/revocations.ts';
import { createCategoryIndexStore } from './categories/category-indexes.ts';
import { createCategorySourceStore } from './categories/category-sources.ts';
import { createCategorySuggestionStore } from './categories/category-suggestions.ts';
import { createClassroomSessionStore } from './classroom/classroom.ts';
import { createCommandBatchStore } from './commands/command-batches.ts';
import { createCommandStore } from './commands/commands.ts';
import type { Context } from './context.ts';
import { createDevicePeopleStore } from './devices/device-people.ts';
import { createDeviceQuotaStore } from './devices/device-quotas.ts';
import { createDeviceStandingStore } from './devices/device-standings.ts';
import { createDeviceStore } from './devices/devices.ts';
import { createEnrollmentRequestStore } from './enrollment/enrollment-requests.ts';
import { createEnrollmentTokenStore } from './enrollment/enrollment-tokens.ts';
import { createDeliveryStore } from './events/deliveries.ts';
import { createEventStore } from './events/events.ts';
import { createWebhookStore } from './events/webhooks.ts';
import { createJobStore } from './jobs.ts';
import { createKnownNetworkStore } from './known-networks.ts';
import { createCampusStore } from './organisations/campuses.ts';
import { createOrganisationStore } from './organisations/organisations.ts';
import { createOuStore } from './organisations/ous.ts';
import { createOverrideStore } from './overrides.ts';
import { createPolicyStore } from './policies/policies.ts';
import { createRecordStore } from './records/records.ts';
import { createTelemetryStore } from './records/telemetry.ts';
import { createReportStore } from './reports.ts';
import { createRollupStore } from './rollups/rollups.ts';
import type { SqliteRepositories } from './repository.ts';
import { createUserStore } from './users.ts';

/** All repositories over one connection. Their statements are prepared here, once. */
export function createRepositories(context: Context): SqliteRepositories {
  return {
    organisations: createOrganisationStore(context),
    ous: createOuStore(context),
    users: createUserStore(context),
    campuses: createCampusStore(context),
    enrollmentTokens: createEnrollmentTokenStore(context),
    enrollmentRequests: createEnrollmentRequestStore(context),
    devices: createDeviceStore(context),
    deviceStandings: createDeviceStandingStore(context),
    deviceQuotas: createDeviceQuotaStore(context),
    devicePeople: createDevicePeopleStore(context),
    commands: createCommandStore(context),
    commandBatches: createCommandBatchStore(context),
    events: createEventStore(context),
    webhooks: createWebhookStore(context),
    deliveries: createDeliveryStore(context),
    apiKeys: createApiKeyStore(context),
    idempotency: createIdempotencyStore(context),
    telemetry: createTelemetryStore(context),
    records: createRecordStore(context),
    rollups: createRollupStore(context),
    accounts: createAccountStore(context),
    policies: createPolicyStore(context),
    classroomSessions: createClassroomSessionStore(context),
    overrides: createOverrideStore(context),
    sessions: createSessionStore(context),
    signInFailures: createSignInFailureStore(context),
    jobs: createJobStore(context),
    alerts: createAlertStore(context),
    reports: createReportStore(context),
    audit: createAuditStore(context),
    recordViews: createRecordViewStore(context),
    categorySources: createCategorySourceStore(context),
    categorySuggestions: createCategorySuggestionStore(context),
    categoryIndexes: createCategoryIndexStore(context),
    revocations: createRevocationStore(context),
    knownNetworks: createKnownNetworkStore(context),
  };
}
