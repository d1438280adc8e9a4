import type { OrganizationSchoolHour } from '../../../sdk/node/index.ts';
import { listed, locale } from '../../app/words/numbers.ts';

/** The first of January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** `Mon, Tue and Fri 08:00–15:30`, in the language read. */
export function schoolHoursText(hours: readonly OrganizationSchoolHour[]): string {
  const name = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  const days = (hour: OrganizationSchoolHour): string =>
    listed(hour.days.map((day) => name.format(MONDAY + DAYS.indexOf(day) * DAY_MS)));
  return hours.map((hour) => `${days(hour)} ${hour.from}–${hour.to}`).join('; ');
}
