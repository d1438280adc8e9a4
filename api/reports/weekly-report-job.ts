import type { WeeklyReport } from '../../contracts/rest/reports.ts';
import type { Clock } from '../../kit/clock.ts';
import { addDays, instantOf } from '../../kit/local-time.ts';
import type { Log } from '../../kit/log.ts';
import { DEFAULT_ORGANISATION_ID, type OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import type { CurrentMail } from '../outbound/mailer.ts';
import { RECORDS_KEEP_DAYS } from '../records/purge-job.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';
import { reportMail } from './report-mail.ts';
import { lastFullWeek } from './week.ts';
import { countedReport } from './weekly-report.ts';

/** Monday at six: the reports of the week's last devices have arrived, and the school day has not begun. */
const DUE = { weekday: 1, hour: 6, minute: 0 } as const;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** An unreachable mail server is tried again after 5, 10, 20, … minutes, at most every four hours, for two days in all. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const LONGEST_RETRY_MS = 240 * MINUTE_MS;
const MAX_FAILURES = 16;

export interface WeeklyReportTools {
  readonly store: Pick<Store, 'organisations' | 'reports' | 'rollups' | 'alerts' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked before each e-mail; null = none is sent. */
  readonly mail: CurrentMail;
  /** How long a kept report names people (days): as long as the logs behind it are kept. */
  readonly namesKeepDays?: () => Promise<number>;
}

/**
 * Makes the report of each organisation's finished week, stores it, fires `report.weekly` once and sends it by e-mail. Progress is stored,
 * so that a failed or interrupted run continues where it stopped. A message may then be sent twice, with the same Message-ID.
 */
export function createWeeklyReportJob(tools: WeeklyReportTools): Job {
  const { store } = tools;
  return {
    name: 'reports.weekly',
    async next(after) {
      const organisations = await organisationsOf(store);
      const times = organisations.map(({ timezone }) => nextOccurrence({ ...DUE, timezone }, after));
      return Math.min(...times);
    },
    async run(signal) {
      const { clock } = tools;
      const namesKeepDays = (await tools.namesKeepDays?.()) ?? RECORDS_KEEP_DAYS.logs;
      await store.reports.forgetPeople(clock.now() - namesKeepDays * DAY_MS);
      const failures: unknown[] = [];
      for (const organisation of await organisationsOf(store)) {
        if (signal.aborted) return;
        // A failure of one organisation does not hold up the others.
        await reportOn(organisation, tools).catch((error: unknown) => void failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    retryMs: (failures) =>
      failures > MAX_FAILURES ? null : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)),
  };
}

async function organisationsOf(store: WeeklyReportTools['store']): Promise<readonly OrganisationRecord[]> {
  const ids = await store.reports.organisationIds();
  const records = await Promise.all(ids.map((id) => store.organisations.get(id)));
  return records.filter((record) => record !== null);
}

async function reportOn(organisation: OrganisationRecord, tools: WeeklyReportTools): Promise<void> {
  const { store, clock } = tools;
  const { id: organisationId, timezone } = organisation;
  const now = clock.now();
  const week = lastFullWeek(now, timezone);
  // It may be Monday for another organisation and not yet for this one.
  if (now < instantOf({ ...addDays(week.monday, 7), hour: DUE.hour, minute: DUE.minute }, timezone)) return;
  const kept = await store.reports.get(organisationId, week.name);
  const report =
    (kept?.report as WeeklyReport | undefined) ??
    (await countedReport(store, { organisationId, timezone, ouPath: null, week, now }));
  if (kept === null) await keep(organisationId, report, tools);
  if (kept?.mailedAt == null) await sendReport(organisation, report, tools);
}

async function keep(
  organisationId: number,
  report: WeeklyReport,
  { store, clock }: WeeklyReportTools,
): Promise<void> {
  const at = clock.now();
  await store.transaction(async (tx) => {
    const added = await tx.reports.add({ organisationId, week: report.week, report, madeAt: at });
    // Another process may have stored and fired it first.
    if (added) await tx.events.append({ type: 'report.weekly', organisationId, at, data: { report } });
  });
}

/** The recipients belong to the school itself, not to other organisations on this server. */
async function sendReport(
  { id, name }: OrganisationRecord,
  report: WeeklyReport,
  { store, clock, log, mail }: WeeklyReportTools,
): Promise<void> {
  if (id !== DEFAULT_ORGANISATION_ID) return;
  const { mailer = null, recipients = [] } = (await mail()) ?? {};
  if (mailer === null || recipients.length === 0) return;
  await mailer.send(reportMail(report, { organisation: name, to: recipients }));
  await store.reports.mailed(id, report.week, clock.now());
  log.info({ week: report.week, recipients: recipients.length }, 'the weekly report was sent');
}
