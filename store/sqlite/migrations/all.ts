import { foundation } from './0001-foundation.ts';
import { users } from './0002-users.ts';
import { policies } from './0003-policies.ts';
import { records } from './0004-records.ts';
import { alertsAndJobs } from './0005-alerts-and-jobs.ts';
import { classroomAndOverrides } from './0006-classroom-and-overrides.ts';
import { accounts } from './0007-accounts.ts';
import { audit } from './0008-audit.ts';
import { commandBatches } from './0009-command-batches.ts';
import { webhookSignatures } from './0010-webhook-signatures.ts';
import { chatHolds } from './0011-chat-holds.ts';
import { deviceStandings } from './0012-device-standings.ts';
import { bundles } from './0013-bundles.ts';
import { devicePeople } from './0014-device-people.ts';
import { recordLayout } from './0015-record-layout.ts';
import { categorySources } from './0016-category-sources.ts';
import { recordPlaces } from './0017-record-places.ts';
import { signIns } from './0018-sign-ins.ts';
import { recoveryPlaces } from './0019-recovery-places.ts';
import { commandBatchOrders } from './0020-command-batch-orders.ts';
import { enrollmentRequests } from './0021-enrollment-requests.ts';
import { revocations } from './0022-revocations.ts';
import { recordViews } from './0023-record-views.ts';
import { deviceEventFacts } from './0024-device-event-facts.ts';
import { openCommands } from './0025-open-commands.ts';
import { commandsWithoutBatch } from './0026-commands-without-batch.ts';
import { deviceQuotas } from './0027-device-quotas.ts';
import { knownNetworks } from './0028-known-networks.ts';
import { categorySuggestions } from './0029-category-suggestions.ts';
import { sessionsAndChanges } from './0030-sessions-and-changes.ts';
import { commandBatchOverview } from './0031-command-batch-overview.ts';
import { fleetQuestions } from './0032-fleet-questions.ts';
import { search } from './0033-search.ts';
import { accessRequests } from './0034-access-requests.ts';
import { ownAccount } from './0035-own-account.ts';
import { alertSettings } from './0036-alert-settings.ts';
import { organisationSettings } from './0037-organisation-settings.ts';
import type { Migration } from './migrate.ts';

/** All migrations, in order. One that was released never changes: a database that has run it would be refused. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  users,
  policies,
  records,
  alertsAndJobs,
  classroomAndOverrides,
  accounts,
  audit,
  commandBatches,
  webhookSignatures,
  chatHolds,
  deviceStandings,
  bundles,
  devicePeople,
  recordLayout,
  categorySources,
  recordPlaces,
  signIns,
  recoveryPlaces,
  commandBatchOrders,
  enrollmentRequests,
  revocations,
  recordViews,
  deviceEventFacts,
  openCommands,
  commandsWithoutBatch,
  deviceQuotas,
  knownNetworks,
  categorySuggestions,
  sessionsAndChanges,
  commandBatchOverview,
  fleetQuestions,
  search,
  accessRequests,
  ownAccount,
  alertSettings,
  organisationSettings,
];
