import { SEVERITIES } from '../../contracts/alerts/rules.ts';
import type { WeeklyReport } from '../../contracts/rest/reports.ts';
import { html, Markup } from '../../kit/html.ts';
import { changeText, number, periodOf, shareBlocked, shortDay } from './report-text.ts';

/** The page contains everything that it needs; it loads and runs nothing. */
export const REPORT_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = new Markup(`
:root { --ink: #17202a; --soft: #5d6d7e; --line: #dfe4ea; --requests: #9db7d5; --blocked: #c0392b; --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: #f3f5f7; color: var(--ink); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 2.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
header { display: flex; justify-content: space-between; align-items: end; gap: 2rem; border-bottom: 3px solid var(--ink); padding-bottom: 1rem; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 0 0 .6rem; font-size: 1.05rem; }
p { margin: .2rem 0 0; color: var(--soft); }
header > p { text-align: right; }
section { margin-top: 2rem; break-inside: avoid; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; }
.figure { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; }
.figure b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
.figure span { color: var(--soft); font-size: .85rem; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.5rem; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .32rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; font-size: .8rem; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 1rem; }
td.bar { width: 34%; padding-left: 1rem; }
svg { display: block; width: 100%; }
svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
.legend { margin: .2rem 0 .8rem; }
.legend i { display: inline-block; width: .75em; height: .75em; border-radius: 2px; margin: 0 .3em 0 1em; }
footer { margin-top: 2.5rem; padding-top: .8rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .8rem; }
@media (max-width: 45rem) { main { padding: 1.2rem; margin: 0; border: 0; border-radius: 0; } .figures, .columns { grid-template-columns: 1fr; } header { display: block; } header > p { text-align: left; } }
@media print { @page { size: A4; margin: 14mm; } body { background: none; font-size: 12px; } main { margin: 0; padding: 0; border: 0; max-width: none; } svg rect, .legend i { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`);

/** The report as a complete page for the screen and for print. @param organisation its name, as a heading */
export function reportPage(report: WeeklyReport, organisation: string): string {
  const { totals, change, previous } = report;
  const alerts = report.alerts.open + report.alerts.acknowledged + report.alerts.resolved;
  const devices = Object.values(report.deviceHealth).reduce((sum, count) => sum + count, 0);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Weekly report ${report.week} – ${organisation}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<div><h1>Weekly report</h1><p>${organisation}${report.ou === '/' ? '' : ` · ${report.ou}`}</p></div>
<p>${report.week}<br>${periodOf(report)}${report.complete ? '' : ' (not over yet)'}</p>
</header>
<section class="figures">
${figure(number(totals.requests), 'requests', changeText(change.requests))}
${figure(number(totals.blocked), `blocked, ${shareBlocked(totals)} of all`, changeText(change.blocked))}
${figure(number(alerts), 'alerts', changeText(change.alerts))}
${figure(number(report.deviceHealth.enforcing), 'devices enforcing', `of ${number(devices)}`)}
</section>
<section>
<h2>By day</h2>
${dayChart(report)}
${dayTable(report)}
</section>
<div class="columns">
${ranking(
  'Most visited domains',
  report.topDomains.map(({ domain, count }) => [domain, count]),
)}
${ranking(
  'Most blocked domains',
  report.topBlockedDomains.map(({ domain, count }) => [domain, count]),
)}
${ranking(
  'Categories',
  report.topCategories.map(({ category, count }) => [category, count]),
)}
${ranking(
  'People',
  report.topUsers.map(({ user, count }) => [user, count]),
)}
${ranking(
  'Alerts by severity',
  [...SEVERITIES].reverse().map((name) => [name, report.alerts.bySeverity[name]]),
)}
${ranking('Devices by protection', Object.entries(report.deviceHealth))}
</div>
<footer>Compared with ${previous.week}: ${number(previous.totals.requests)} requests, ${number(previous.totals.blocked)} blocked, ${number(previous.alerts)} alerts. Times are those of ${report.timezone}. Made ${report.generatedAt}, ${report.id}.</footer>
</main>
</body>
</html>
`;
  return page.text;
}

function figure(value: string, what: string, more: string): Markup {
  return html`<div class="figure"><b>${value}</b>${what}<br><span>${more}</span></div>`;
}

const CHART = { width: 700, height: 150, bar: 60, top: 16, bottom: 18 } as const;

/** A bar chart of each day's requests, with the blocked part in front. */
function dayChart({ byDay }: WeeklyReport): Markup {
  const most = Math.max(1, ...byDay.map(({ requests }) => requests));
  const space = CHART.height - CHART.top - CHART.bottom;
  const step = CHART.width / 7;
  const base = CHART.height - CHART.bottom;
  const bars = byDay.map(({ date, requests, blocked }, at) => {
    const x = Math.round(at * step + (step - CHART.bar) / 2);
    const tall = Math.round((requests / most) * space);
    const red = Math.round((Math.min(blocked, requests) / most) * space);
    return html`<rect x="${x}" y="${base - tall}" width="${CHART.bar}" height="${tall}" fill="#9db7d5"/><rect x="${x}" y="${base - red}" width="${CHART.bar}" height="${red}" fill="#c0392b"/><text x="${x + CHART.bar / 2}" y="${CHART.height - 4}" text-anchor="middle">${shortDay(date)}</text>`;
  });
  return html`<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="Requests and blocked requests by day">${bars}</svg>
<p class="legend"><i style="background:#9db7d5"></i>requests<i style="background:#c0392b"></i>blocked</p>`;
}

function dayTable({ byDay }: WeeklyReport): Markup {
  const rows = byDay.map(
    ({ date, requests, blocked }) =>
      html`<tr><td>${shortDay(date)}</td><td class="number">${number(requests)}</td><td class="number">${number(blocked)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Day</th><th class="number">Requests</th><th class="number">Blocked</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function ranking(title: string, rows: readonly (readonly [string, number])[]): Markup {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const lines = rows.map(
    ([name, count]) =>
      html`<tr><td>${name}</td><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" height="8" aria-hidden="true"><rect width="${Math.round((count / most) * 100)}" height="8" fill="#9db7d5"/></svg></td><td class="number">${number(count)}</td></tr>`,
  );
  const body = rows.length === 0 ? html`<p>Nothing.</p>` : html`<table><tbody>${lines}</tbody></table>`;
  return html`<section><h2>${title}</h2>${body}</section>`;
}
