import type { WeeklyReport } from '../../contracts/rest/reports.ts';
import { type CsvRow, csvOf } from './csv.ts';

/**
 * A report as one table. The figures of each section stand under `item`. `count` is the figure that a
 * ranking sorts by. `requests` and `blocked` are filled where both are known.
 */
export function reportCsv(report: WeeklyReport): string {
  const { totals, byDay, alerts, deviceHealth, previous, change } = report;
  const rows: readonly CsvRow[] = [
    ['section', 'item', 'requests', 'blocked', 'count'],
    ['week', report.week, null, null, null],
    ['from', report.from, null, null, null],
    ['to', report.to, null, null, null],
    ['timezone', report.timezone, null, null, null],
    ['unit', report.ou, null, null, null],
    ['totals', report.week, totals.requests, totals.blocked, null],
    ['totals', previous.week, previous.totals.requests, previous.totals.blocked, null],
    ['change in percent', previous.week, change.requests, change.blocked, change.alerts],
    ...byDay.map(({ date, requests, blocked }): CsvRow => ['day', date, requests, blocked, null]),
    ...report.topDomains.map(({ domain, count }): CsvRow => ['top domain', domain, null, null, count]),
    ...report.topBlockedDomains.map(
      ({ domain, count }): CsvRow => ['top blocked domain', domain, null, null, count],
    ),
    ...report.topCategories.map(
      ({ category, count }): CsvRow => ['top category', category, null, null, count],
    ),
    ...report.topUsers.map(({ user, count }): CsvRow => ['top user', user, null, null, count]),
    ...(['open', 'acknowledged', 'resolved'] as const).map(
      (name): CsvRow => ['alerts', name, null, null, alerts[name]],
    ),
    ...Object.entries(alerts.bySeverity).map(
      ([name, count]): CsvRow => ['alerts by severity', name, null, null, count],
    ),
    ...Object.entries(deviceHealth).map(([name, count]): CsvRow => ['devices', name, null, null, count]),
  ];
  return csvOf(rows);
}
