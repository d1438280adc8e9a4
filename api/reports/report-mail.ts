import { SEVERITIES } from '../../contracts/alerts/rules.ts';
import type { WeeklyReport } from '../../contracts/rest/reports.ts';
import { html, type Markup } from '../../kit/html.ts';
import type { MailMessage } from '../outbound/mailer.ts';
import { reportCsv } from './report-csv.ts';
import { changeText, number, periodOf, shareBlocked, shortDay } from './report-text.ts';

/** A row of a table: what, and how much of it. */
type Line = readonly [what: string, figure: string];

interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** The report as an e-mail: plain text, the same as simple HTML (mail programs know little HTML), and the CSV attached. */
export function reportMail(
  report: WeeklyReport,
  { organisation, to }: { readonly organisation: string; readonly to: readonly string[] },
): MailMessage {
  const heading = `Weekly report ${report.week} – ${oneLine(organisation)}`;
  const sections = sectionsOf(report);
  return {
    to,
    subject: heading,
    text: textOf(heading, report, sections),
    html: htmlOf(heading, report, sections).text,
    attachments: [
      {
        filename: `schoolgate-${report.week}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: reportCsv(report),
      },
    ],
    id: report.id,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function sectionsOf(report: WeeklyReport): readonly Section[] {
  const { totals, change, alerts, deviceHealth } = report;
  const all = alerts.open + alerts.acknowledged + alerts.resolved;
  const counted = (rows: readonly (readonly [string, number])[]): readonly Line[] =>
    rows.map(([what, count]) => [oneLine(what), number(count)]);
  const sections: readonly Section[] = [
    {
      title: 'The week',
      lines: [
        ['Requests', `${number(totals.requests)} (${changeText(change.requests)})`],
        [
          'Blocked',
          `${number(totals.blocked)}, ${shareBlocked(totals)} of all (${changeText(change.blocked)})`,
        ],
        ['Alerts', `${number(all)}, ${number(alerts.open)} still open (${changeText(change.alerts)})`],
      ],
    },
    {
      title: 'By day',
      lines: report.byDay.map(({ date, requests, blocked }) => [
        shortDay(date),
        `${number(requests)} requests, ${number(blocked)} blocked`,
      ]),
    },
    {
      title: 'Alerts by severity',
      lines: counted([...SEVERITIES].reverse().map((name) => [name, alerts.bySeverity[name]] as const)),
    },
    { title: 'Devices by protection', lines: counted(Object.entries(deviceHealth)) },
    {
      title: 'Most visited domains',
      lines: counted(report.topDomains.map(({ domain, count }) => [domain, count] as const)),
    },
    {
      title: 'Most blocked domains',
      lines: counted(report.topBlockedDomains.map(({ domain, count }) => [domain, count] as const)),
    },
    {
      title: 'Categories',
      lines: counted(report.topCategories.map(({ category, count }) => [category, count] as const)),
    },
    { title: 'People', lines: counted(report.topUsers.map(({ user, count }) => [user, count] as const)) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function textOf(heading: string, report: WeeklyReport, sections: readonly Section[]): string {
  const parts = sections.map(
    ({ title, lines }) =>
      `${title}\n${'-'.repeat(title.length)}\n${lines.map(([what, figure]) => `${what}: ${figure}`).join('\n')}`,
  );
  return [heading, `${periodOf(report)}, times of ${report.timezone}`, ...parts, ''].join('\n\n');
}

function htmlOf(heading: string, report: WeeklyReport, sections: readonly Section[]): Markup {
  const parts = sections.map(
    ({ title, lines }) => html`
<h2 style="font-size:15px;margin:24px 0 6px">${title}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px">${lines.map(
      ([what, figure]) =>
        html`<tr><td style="padding:4px 12px 4px 0;border-bottom:1px solid #dfe4ea">${what}</td><td align="right" style="padding:4px 0;border-bottom:1px solid #dfe4ea">${figure}</td></tr>`,
    )}</table>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head>
<body style="margin:0;padding:24px;background:#f3f5f7;color:#17202a;font-family:Arial,Helvetica,sans-serif">
<div style="max-width:640px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dfe4ea">
<h1 style="font-size:20px;margin:0">${heading}</h1>
<p style="margin:4px 0 0;color:#5d6d7e;font-size:13px">${periodOf(report)}, times of ${report.timezone}</p>${parts}
<p style="margin:24px 0 0;color:#5d6d7e;font-size:12px">All figures are in the table beside this message.</p>
</div></body></html>
`;
}
