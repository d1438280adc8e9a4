import type { WeeklyReport } from '../../contracts/rest/reports.ts';

/** Characters at the start of a cell that make a spreadsheet read it as a formula (OWASP, CSV injection). Domains and names come from devices. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same characters behind a separator that some spreadsheets use. Where the list separator is a semicolon (most of Europe), a cell
 * starts there, and our quotes do not protect it.
 */
const INNER_FORMULA = /([;,\t\r\n|]['"\s]*)(?=[=+\-@＝＋－＠])/g;

type Row = readonly (string | number | null)[];

/**
 * A report as one table (RFC 4180, with a header line, UTF-8). The figures of each section stand under `item`. `count` is the figure that a
 * ranking sorts by. `requests` and `blocked` are filled where both are known.
 */
export function reportCsv(report: WeeklyReport): string {
  const { totals, byDay, alerts, deviceHealth, previous, change } = report;
  const rows: readonly Row[] = [
    ['section', 'item', 'requests', 'blocked', 'count'],
    ['week', report.week, null, null, null],
    ['from', report.from, null, null, null],
    ['to', report.to, null, null, null],
    ['timezone', report.timezone, null, null, null],
    ['unit', report.ou, null, null, null],
    ['totals', report.week, totals.requests, totals.blocked, null],
    ['totals', previous.week, previous.totals.requests, previous.totals.blocked, null],
    ['change in percent', previous.week, change.requests, change.blocked, change.alerts],
    ...byDay.map(({ date, requests, blocked }): Row => ['day', date, requests, blocked, null]),
    ...report.topDomains.map(({ domain, count }): Row => ['top domain', domain, null, null, count]),
    ...report.topBlockedDomains.map(
      ({ domain, count }): Row => ['top blocked domain', domain, null, null, count],
    ),
    ...report.topCategories.map(({ category, count }): Row => ['top category', category, null, null, count]),
    ...report.topUsers.map(({ user, count }): Row => ['top user', user, null, null, count]),
    ...(['open', 'acknowledged', 'resolved'] as const).map(
      (name): Row => ['alerts', name, null, null, alerts[name]],
    ),
    ...Object.entries(alerts.bySeverity).map(
      ([name, count]): Row => ['alerts by severity', name, null, null, count],
    ),
    ...Object.entries(deviceHealth).map(([name, count]): Row => ['devices', name, null, null, count]),
  ];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const inner = value.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(inner) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
