import { createHash } from 'node:crypto';
import { SEVERITIES } from '../../contracts/alerts/rules.ts';
import { encodeId } from '../../contracts/ids.ts';
import { REPORT_TOP, type WeeklyReport } from '../../contracts/rest/reports.ts';
import { addDays, formatDate, localTimeAt } from '../../kit/local-time.ts';
import type { AlertCount } from '../../store/ports/alerts.ts';
import type { RollupField } from '../../store/ports/rollups.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { lastFullWeek, type ReportWeek, weekBefore, weekOfDay } from './week.ts';

/** The scope and the week of a report. */
export interface ReportRequest {
  readonly organisationId: number;
  readonly timezone: string;
  /** The unit whose subtree is counted; null = the whole organisation. */
  readonly ouPath: string | null;
  readonly week: ReportWeek;
  readonly now: number;
}

type Sources = Pick<Repositories, 'rollups' | 'alerts' | 'reports'>;

/**
 * The report of a week, from counts that were kept while records came in. The report that was stored when the week ended is used in two
 * cases: once the counts are older than their retention, and for the health of the devices at that time.
 */
export async function weeklyReport(sources: Sources, request: ReportRequest): Promise<WeeklyReport> {
  const { organisationId, ouPath, week } = request;
  const live = await countedReport(sources, request);
  const kept = ouPath === null ? await sources.reports.get(organisationId, week.name) : null;
  if (kept === null) return live;
  // We wrote it, with this schema.
  const report = kept.report as WeeklyReport;
  if (report.totals.requests > live.totals.requests) return report;
  return { ...live, deviceHealth: report.deviceHealth };
}

/** The report from the present counts. */
export async function countedReport(sources: Sources, request: ReportRequest): Promise<WeeklyReport> {
  const { organisationId, timezone, ouPath, week, now } = request;
  const before = weekBefore(week, timezone);
  const scope = { organisationId, ouPath };
  const days = async ({ dates }: ReportWeek) =>
    sources.rollups.days({ ...scope, from: dates[0] ?? '', to: dates[7] ?? '' });
  const top = async (field: RollupField, by: 'requests' | 'blocked') =>
    (
      await sources.rollups.top({
        ...{ ...scope, field, by, limit: REPORT_TOP },
        from: week.dates[0] ?? '',
        to: week.dates[7] ?? '',
      })
    ).map((row) => ({ value: row.value, count: row[by] }));
  const alertsOf = ({ from, to }: ReportWeek) => sources.alerts.counts({ ...scope, from, to });

  const [byDay, daysBefore, domains, blockedDomains, categories, users, alerts, alertsBefore, health] =
    await Promise.all([
      days(week),
      days(before),
      top('domain', 'requests'),
      top('domain', 'blocked'),
      top('category', 'requests'),
      top('user', 'requests'),
      alertsOf(week),
      alertsOf(before),
      sources.reports.deviceHealth(organisationId, ouPath),
    ]);
  const totals = sumOf(byDay);
  const totalsBefore = sumOf(daysBefore);
  const alertTotals = { now: countOf(alerts), before: countOf(alertsBefore) };
  return {
    id: reportId(request),
    week: week.name,
    from: timestamp(week.from),
    to: timestamp(week.to),
    timezone,
    ou: ouPath ?? '/',
    complete: week.to <= now,
    totals,
    byDay: week.dates.slice(0, 7).map((date) => {
      const { requests, blocked } = byDay.find((day) => day.date === date) ?? NOTHING;
      return { date, requests, blocked };
    }),
    topDomains: domains.map(({ value, count }) => ({ domain: value, count })),
    topBlockedDomains: blockedDomains.map(({ value, count }) => ({ domain: value, count })),
    topCategories: categories.map(({ value, count }) => ({ category: value, count })),
    topUsers: users.map(({ value, count }) => ({ user: value, count })),
    alerts: alertSummary(alerts),
    deviceHealth: health,
    previous: { week: before.name, totals: totalsBefore, alerts: alertTotals.before },
    change: {
      requests: changeOf(totalsBefore.requests, totals.requests),
      blocked: changeOf(totalsBefore.blocked, totals.blocked),
      alerts: changeOf(alertTotals.before, alertTotals.now),
    },
    generatedAt: timestamp(now),
  };
}

const NOTHING = { requests: 0, blocked: 0 };

function sumOf(days: readonly { readonly requests: number; readonly blocked: number }[]) {
  return days.reduce(
    (sum, day) => ({ requests: sum.requests + day.requests, blocked: sum.blocked + day.blocked }),
    NOTHING,
  );
}

function countOf(counts: readonly AlertCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function alertSummary(counts: readonly AlertCount[]): WeeklyReport['alerts'] {
  const having = (fits: (one: AlertCount) => boolean): number => countOf(counts.filter(fits));
  const bySeverity = Object.fromEntries(
    SEVERITIES.map((name) => [name, having(({ severity }) => severity === name)]),
  ) as WeeklyReport['alerts']['bySeverity'];
  return {
    open: having(({ status }) => status === 'open'),
    acknowledged: having(({ status }) => status === 'acknowledged'),
    resolved: having(({ status }) => status === 'resolved'),
    bySeverity,
  };
}

/** Percent, to one decimal; null when the earlier value is zero. */
function changeOf(before: number, now: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10;
}

/** The report id. The same week, organisation and unit always give the same id. Ids sort by the beginning of the week. */
function reportId({ organisationId, ouPath, week }: ReportRequest): WeeklyReport['id'] {
  const digest = createHash('sha256')
    .update(`${organisationId} ${week.name} ${ouPath ?? '/'}`)
    .digest();
  const uuid = new Uint8Array(digest.subarray(0, 16));
  // The layout of a UUIDv7 (RFC 9562 section 5.7): milliseconds, version, variant. A week before 1970 counts as its beginning.
  const at = Math.max(0, week.from);
  new DataView(uuid.buffer).setUint16(0, Math.floor(at / 2 ** 32));
  new DataView(uuid.buffer).setUint32(2, at % 2 ** 32);
  uuid[6] = 0x70 | ((uuid[6] ?? 0) & 0x0f);
  uuid[8] = 0x80 | ((uuid[8] ?? 0) & 0x3f);
  return encodeId('rpt', uuid);
}

/** How far back to look (days). It covers a school's longest holidays with one query of the roll-ups. */
const LOOK_BACK_DAYS = 126;

/**
 * The default week of a report: the last completed week with requests. Before a school's first week is over it is the present week. Without
 * any requests it is the last completed week.
 */
export async function lastWeekWithData(
  { rollups }: Pick<Repositories, 'rollups'>,
  {
    organisationId,
    ouPath,
    timezone,
    now,
  }: {
    readonly organisationId: number;
    readonly ouPath: string | null;
    readonly timezone: string;
    readonly now: number;
  },
): Promise<ReportWeek> {
  const last = lastFullWeek(now, timezone);
  const today = localTimeAt(now, timezone);
  const from = formatDate(addDays(today, -LOOK_BACK_DAYS));
  const days = await rollups.days({ organisationId, ouPath, from, to: formatDate(addDays(today, 1)) });
  const used = days.filter(({ requests }) => requests > 0).map(({ date }) => date);
  const end = last.dates[7] ?? '';
  const day = used.findLast((date) => date < end) ?? used.at(-1);
  return (day === undefined ? null : weekOfDay(day, timezone)) ?? last;
}
