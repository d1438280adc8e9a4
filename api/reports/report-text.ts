import type { WeeklyReport } from '../../contracts/rest/reports.ts';

const numbers = new Intl.NumberFormat('en-GB');
const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekdays = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** `12,345`. */
export function number(value: number): string {
  return numbers.format(value);
}

/** `16 November 2026` of a local date. */
function longDate(date: string): string {
  return dates.format(Date.parse(`${date}T00:00:00Z`));
}

/** `Mon, 16 Nov`. */
export function shortDay(date: string): string {
  return weekdays.format(Date.parse(`${date}T00:00:00Z`));
}

/** `16 November 2026 to 22 November 2026`. */
export function periodOf({ byDay }: WeeklyReport): string {
  return `${longDate(byDay[0]?.date ?? '')} to ${longDate(byDay[6]?.date ?? '')}`;
}

/** `12.5 % more than the week before`. */
export function changeText(change: number | null): string {
  if (change === null) return 'nothing to compare with';
  if (change === 0) return 'as in the week before';
  return `${number(Math.abs(change))} % ${change > 0 ? 'more' : 'fewer'} than the week before`;
}

/** The share of blocked requests in percent; `0 %` when there are no requests. */
export function shareBlocked({ requests, blocked }: WeeklyReport['totals']): string {
  return requests === 0 ? '0 %' : `${number(Math.round((blocked / requests) * 1_000) / 10)} %`;
}
