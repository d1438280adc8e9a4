import type { Repositories } from '../ports/store.ts';
import { createAccessRequestStore } from './access-requests.ts';
import { createAccountPreferenceStore } from './accounts/account-preferences.ts';
import { createAccountStore } from './accounts/accounts.ts';
import { createPasswordResetStore } from './accounts/password-resets.ts';
import { createSecondFactorStore } from './accounts/second-factors.ts';
import { createSessionStore, createSignInFailureStore } from './accounts/sessions.ts';
import { createAlertNotificationStore } from './alert-notifications.ts';
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
import type { Context } from './connection/context.ts';
import type { Repository, SqliteRepositories } from './connection/repository.ts';
import { createDeviceConditionStore } from './devices/device-conditions.ts';
import { createDevicePeopleStore } from './devices/device-people.ts';
import { createDeviceQuotaStore } from './devices/device-quotas.ts';
import { createDeviceStore } from './devices/devices.ts';
import { createEnrollmentRequestStore } from './enrollment/enrollment-requests.ts';
import { createEnrollmentTokenStore } from './enrollment/enrollment-tokens.ts';
import { createDeliveryStore } from './events/deliveries.ts';
import { createEventStore } from './events/events.ts';
import { createWebhookStore } from './events/webhooks.ts';
import { createJobStore } from './jobs.ts';
import { createKnownNetworkStore } from './known-networks.ts';
import { createCampusStore } from './organisations/campuses.ts';
import { createOrganisationSettingsStore } from './organisations/organisation-settings.ts';
import { createOrganisationStore } from './organisations/organisations.ts';
import { createOuStore } from './organisations/ous.ts';
import { createOverrideStore } from './overrides.ts';
import { createPolicyStore } from './policies/policies.ts';
import { createRecordStore } from './records/records.ts';
import { createTelemetryStore } from './records/telemetry.ts';
import { createReportStore } from './reports.ts';
import { createRollupStore } from './rollups/rollups.ts';
import { createUserStore } from './users.ts';

const MAKERS: {
  readonly [Name in keyof Repositories]: (context: Context) => Repository<Repositories[Name]>;
} = {
  organisations: createOrganisationStore,
  organisationSettings: createOrganisationSettingsStore,
  ous: createOuStore,
  users: createUserStore,
  campuses: createCampusStore,
  enrollmentTokens: createEnrollmentTokenStore,
  enrollmentRequests: createEnrollmentRequestStore,
  devices: createDeviceStore,
  deviceConditions: createDeviceConditionStore,
  deviceQuotas: createDeviceQuotaStore,
  devicePeople: createDevicePeopleStore,
  commands: createCommandStore,
  commandBatches: createCommandBatchStore,
  events: createEventStore,
  webhooks: createWebhookStore,
  deliveries: createDeliveryStore,
  apiKeys: createApiKeyStore,
  idempotency: createIdempotencyStore,
  telemetry: createTelemetryStore,
  records: createRecordStore,
  rollups: createRollupStore,
  accounts: createAccountStore,
  accountPreferences: createAccountPreferenceStore,
  policies: createPolicyStore,
  classroomSessions: createClassroomSessionStore,
  overrides: createOverrideStore,
  accessRequests: createAccessRequestStore,
  passwordResets: createPasswordResetStore,
  secondFactors: createSecondFactorStore,
  sessions: createSessionStore,
  signInFailures: createSignInFailureStore,
  jobs: createJobStore,
  alerts: createAlertStore,
  alertNotifications: createAlertNotificationStore,
  reports: createReportStore,
  audit: createAuditStore,
  recordViews: createRecordViewStore,
  categorySources: createCategorySourceStore,
  categorySuggestions: createCategorySuggestionStore,
  categoryIndexes: createCategoryIndexStore,
  revocations: createRevocationStore,
  knownNetworks: createKnownNetworkStore,
};

export const REPOSITORY_NAMES = Object.keys(MAKERS) as readonly (keyof Repositories)[];

/** All repositories over one connection. Each prepares its statements once, when it is first used: most processes use a few. */
export function createRepositories(context: Context): SqliteRepositories {
  const repositories = {};
  for (const [name, make] of Object.entries(MAKERS)) {
    Object.defineProperty(repositories, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make(context);
        Object.defineProperty(repositories, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return repositories as SqliteRepositories;
}
