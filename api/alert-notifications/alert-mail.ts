import { SEVERITIES, type Severity } from '../../contracts/alerts/rules.ts';
import { html } from '../../kit/html.ts';
import { formatDate, localTimeAt } from '../../kit/local-time.ts';
import type { AlertRecord } from '../../store/ports/alerts.ts';
import type { MailMessage } from '../outbound/mailer.ts';

/** A mail names so many alerts; a flood of them is for the dashboard. */
const MAX_NAMED = 50;

/**
 * One mail about new alerts, the most severe first. The subject names nobody, because it is shown on locked phones.
 * @param about.link where the alerts are looked at
 * @param about.id the same when the same mail is made again
 */
export function alertMail(
  alerts: readonly AlertRecord[],
  about: { readonly to: string; readonly timezone: string; readonly link: string; readonly id: string },
): MailMessage {
  const sorted = [...alerts].sort(
    (a, b) => rankOf(b.severity) - rankOf(a.severity) || a.createdAt - b.createdAt,
  );
  const [worst] = sorted;
  const number = alerts.length === 1 ? '1 new alert' : `${alerts.length} new alerts`;
  const subject = `Schoolgate: ${number} (${alerts.length === 1 ? '' : 'up to '}${worst?.severity ?? 'info'})`;
  const lines = sorted.slice(0, MAX_NAMED).map((alert) => lineOf(alert, about.timezone));
  const left = alerts.length - lines.length;
  const rest = left === 0 ? [] : [`… and ${left} more.`];
  const { link } = about;
  return {
    to: [about.to],
    subject,
    text: `${[...lines.map(({ what, where }) => `${what}\n  ${where}`), ...rest, link].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:Arial,Helvetica,sans-serif">${lines.map(
      ({ what, where }) => html`<p>${what}<br><span style="color:#5d6d7e">${where}</span></p>`,
    )}${rest.map((sentence) => html`<p>${sentence}</p>`)}<p><a href="${link}">${link}</a></p></body></html>
`.text,
    attachments: [],
    id: about.id,
  };
}

function lineOf({ title, severity, ouPath, createdAt }: AlertRecord, timezone: string) {
  const { hour, minute, ...date } = localTimeAt(createdAt, timezone);
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return {
    what: oneLine(title),
    where: oneLine(`${severity}, ${formatDate(date)} ${time}, ${ouPath}`),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
