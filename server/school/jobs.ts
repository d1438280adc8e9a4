import { createAccessRequestExpiryJob } from '../../api/access-requests/expiry-job.ts';
import { createAlertMailJob } from '../../api/alert-notifications/alert-mail-job.ts';
import { createRecordViewsJob } from '../../api/audit/record-views-job.ts';
import type { CategoryUpdater } from '../../api/categories/update.ts';
import { createCategoryUpdateJob } from '../../api/categories/update-job.ts';
import { createExpiredEnrollmentRequestsJob } from '../../api/enrollment/re-enrollment.ts';
import { createKeyExpiryJob } from '../../api/keys/expiring-keys.ts';
import type { Mailer } from '../../api/outbound/mailer.ts';
import { createRecordPurgeJob } from '../../api/records/purge-job.ts';
import { createWeeklyReportJob } from '../../api/reports/weekly-report-job.ts';
import {
  createAlertPurgeJob,
  createAuditPurgeJob,
  createDeviceEventPurgeJob,
  createEventPurgeJob,
  createIdempotencyPurgeJob,
  createLessonPurgeJob,
} from '../../api/scheduler/housekeeping.ts';
import type { Job } from '../../api/scheduler/job.ts';
import { createDisabledMailJob } from '../../api/webhooks/disabled-mail-job.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Settings } from '../config/settings.ts';

/** The scheduled jobs of the server, in the order in which they run when several are due. */
export function createJobs({
  settings,
  updater,
  mailer,
  dashboardUrl,
  ...tools
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly updater: CategoryUpdater;
  /** Null = no e-mail is sent. */
  readonly mailer: Mailer | null;
  /** Where people sign in. */
  readonly dashboardUrl: () => string;
}): readonly Job[] {
  return [
    createAlertMailJob({ ...tools, mailer, link: dashboardUrl }),
    createKeyExpiryJob(tools),
    createWeeklyReportJob({ ...tools, mailer, recipients: settings.reportRecipients }),
    createDisabledMailJob({ ...tools, mailer, recipients: settings.reportRecipients }),
    createIdempotencyPurgeJob(tools),
    createExpiredEnrollmentRequestsJob(tools),
    createAccessRequestExpiryJob(tools),
    createRecordPurgeJob({
      ...tools,
      keepDays: { logs: settings.retentionLogsDays, activity: settings.retentionActivityDays },
    }),
    createAlertPurgeJob({ ...tools, keepDays: settings.retentionAlertsDays }),
    createEventPurgeJob(tools),
    createLessonPurgeJob({
      ...tools,
      keepDays: Math.max(settings.retentionLogsDays, settings.retentionActivityDays),
    }),
    createDeviceEventPurgeJob({ ...tools, keepDays: settings.retentionDeviceEventsDays }),
    createRecordViewsJob(tools),
    createAuditPurgeJob({ ...tools, keepDays: settings.retentionAuditDays }),
    // Last: it takes longest.
    createCategoryUpdateJob({ ...tools, updater, organisationId: DEFAULT_ORGANISATION_ID }),
  ];
}
