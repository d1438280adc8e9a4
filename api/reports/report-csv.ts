import type { WeeklyReport } from '../../contracts/rest/reports.ts';

/** What a spreadsheet takes for a formula when a cell begins with it (OWASP, CSV injection). Domains and names come from devices. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same goes for what stands behind the end of a cell as some spreadsheet sees it. Where lists are separated by semicolons (most of Europe) our quotes do
 * not begin its cell, and keep nothing together.
 */
const INNER_FORMULA = /([;,\t\r\n|]['"\s]*)(?=[=+\-@＝＋－＠])/g;

type Row = readonly (string | number | null)[];

/**
 * A report as one table (RFC 4180, with a line of headings, UTF-8): the figures of each section under `item`. `count` is what a ranking is by; `requests` and
 * `blocked` stand where both are known.
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
