import t from 'tap';
import type { CategoryUpdater } from '../../../../api/categories/update.ts';
import { silentLog } from '../../../../kit/log.ts';
import { fileSettings } from '../../../../server/config/file-settings.ts';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { createJobs } from '../../../../server/school/jobs.ts';
import { createSettingsSource } from '../../../../store/rules/organisation-settings.ts';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { storedRecords } from '../../../support/stored-records.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY = 86_400_000;

t.test(
  'all that the calendar asks for is done, in its order, and keeps to the school’s own times',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    const env = { SCHOOLGATE_RETENTION_LOGS_DAYS: '7', SCHOOLGATE_RETENTION_ACTIVITY_DAYS: '3' };
    const settings = createSettingsSource(store, fileSettings(loadConfig({ flags: {}, env, cwd: '/' })));
    const updater: CategoryUpdater = {
      update: () => t.fail('no list is read here') as never,
      ensure: () => t.fail('no index is made here') as never,
    };
    const mail = async () => null;
    const common = { store, clock, log: silentLog, settings, updater };
    const jobs = createJobs({ ...common, mail, dashboardUrl: () => '' });
    t.strictSame(
      jobs.map(({ name }) => name),
      [
        'alerts.mail',
        'api_keys.expiring',
        'reports.weekly',
        'webhooks.disabled_mail',
        'idempotency.purge',
        'enrollment_requests.purge',
        'access_requests.expire',
        'records.purge',
        'alerts.purge',
        'events.purge',
        'lessons.purge',
        'device_events.purge',
        'audit.views',
        'audit.purge',
        'categories.update',
      ],
    );
    const at = (days: number) => clock.now() - days * DAY;
    await store.telemetry.appendActivity([
      ...[7, 8].map((days) => received(at(days))),
      ...[3, 4].map((days) => received(at(days), { kind: 'visit' })),
    ]);
    await jobs.find(({ name }) => name === 'records.purge')?.run(new AbortController().signal);
    t.strictSame(
      (await storedRecords(store)).map((record) => record.at),
      [at(7), at(3)],
    );
  },
);
