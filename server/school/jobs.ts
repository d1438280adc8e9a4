import { createAccessRequestExpiryJob } from '../../api/access-requests/expiry-job.ts';
import { createAlertMailJob } from '../../api/alert-notifications/alert-mail-job.ts';
import { createRecordViewsJob } from '../../api/audit/record-views-job.ts';
import type { CategoryUpdater } from '../../api/categories/update.ts';
import { createCategoryUpdateJob } from '../../api/categories/update-job.ts';
import { createExpiredEnrollmentRequestsJob } from '../../api/enrollment/re-enrollment.ts';
import { createKeyExpiryJob } from '../../api/keys/expiring-keys.ts';
import type { CurrentMail } from '../../api/outbound/mailer.ts';
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
import type { SettingsSource } from '../../store/rules/organisation-settings.ts';

/** The scheduled jobs of the server, in the order in which they run when several are due. Each asks for the school's settings when it runs. */
export function createJobs({
  settings,
  updater,
  dashboardUrl,
  ...tools
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingsSource;
  readonly mail: CurrentMail;
  readonly updater: CategoryUpdater;
  /** Where people sign in. */
  readonly dashboardUrl: () => string;
}): readonly Job[] {
  const days = (name: KeptDays) => async () => (await settings.read()).values[`retention.${name}`];
  const recordDays = async () => {
    const { values } = await settings.read();
    return { logs: values['retention.logsDays'], activity: values['retention.activityDays'] };
  };
  return [
    createAlertMailJob({ ...tools, link: dashboardUrl }),
    createKeyExpiryJob(tools),
    createWeeklyReportJob({ ...tools, namesKeepDays: days('logsDays') }),
    createDisabledMailJob(tools),
    createIdempotencyPurgeJob(tools),
    createExpiredEnrollmentRequestsJob(tools),
    createAccessRequestExpiryJob(tools),
    createRecordPurgeJob({ ...tools, keepDays: recordDays }),
    createAlertPurgeJob({ ...tools, keepDays: days('alertsDays') }),
    createEventPurgeJob(tools),
    createLessonPurgeJob({
      ...tools,
      keepDays: async () => {
        const { logs, activity } = await recordDays();
        return Math.max(logs, activity);
      },
    }),
    createDeviceEventPurgeJob({ ...tools, keepDays: days('deviceEventsDays') }),
    createRecordViewsJob(tools),
    createAuditPurgeJob({ ...tools, keepDays: days('auditDays') }),
    // Last: it takes longest.
    createCategoryUpdateJob({ ...tools, updater, organisationId: DEFAULT_ORGANISATION_ID }),
  ];
}

type KeptDays = 'logsDays' | 'alertsDays' | 'deviceEventsDays' | 'auditDays';
