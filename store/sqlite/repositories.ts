import type { SynchronousRepositories } from '../synchronous.ts';
import { createAccountStore } from './accounts.ts';
import { createAlertStore } from './alerts.ts';
import { createApiKeyStore } from './api-keys.ts';
import { createAuditStore } from './audit.ts';
import { createCampusStore } from './campuses.ts';
import { createCategoryIndexStore } from './category-indexes.ts';
import { createCategorySourceStore } from './category-sources.ts';
import { createClassroomSessionStore } from './classroom.ts';
import { createCommandBatchStore } from './command-batches.ts';
import { createCommandStore } from './commands.ts';
import type { Context } from './context.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createDevicePeopleStore } from './device-people.ts';
import { createDeviceStandingStore } from './device-standings.ts';
import { createDeviceStore } from './devices.ts';
import { createEnrollmentRequestStore } from './enrollment-requests.ts';
import { createEnrollmentTokenStore } from './enrollment-tokens.ts';
import { createEventStore } from './events.ts';
import { createIdempotencyStore } from './idempotency.ts';
import { createJobStore } from './jobs.ts';
import { createOrganisationStore } from './organisations.ts';
import { createOuStore } from './ous.ts';
import { createOverrideStore } from './overrides.ts';
import { createPolicyStore } from './policies.ts';
import { createRecordViewStore } from './record-views.ts';
import { createRecordStore } from './records/records.ts';
import { createReportStore } from './reports.ts';
import { createRevocationStore } from './revocations.ts';
import { createRollupStore } from './rollups.ts';
import { createSessionStore } from './sessions.ts';
import { createSignInFailureStore } from './sign-in-failures.ts';
import { createTelemetryStore } from './telemetry.ts';
import { createUserStore } from './users.ts';
import { createWebhookStore } from './webhooks.ts';

/** All repositories over one connection. Their statements are prepared here, once. */
export function createRepositories(context: Context): SynchronousRepositories {
  return {
    organisations: createOrganisationStore(context),
    ous: createOuStore(context),
    users: createUserStore(context),
    campuses: createCampusStore(context),
    enrollmentTokens: createEnrollmentTokenStore(context),
    enrollmentRequests: createEnrollmentRequestStore(context),
    devices: createDeviceStore(context),
    deviceStandings: createDeviceStandingStore(context),
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
    categoryIndexes: createCategoryIndexStore(context),
    revocations: createRevocationStore(context),
  };
}
