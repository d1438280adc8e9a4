import { Fault } from '../../kit/fault.ts';
import {
  addDays,
  formatDate,
  formatIsoWeek,
  type IsoWeek,
  instantOf,
  isoWeekOf,
  type LocalDate,
  localTimeAt,
  mondayOf,
  parseDate,
  parseIsoWeek,
  weekdayOf,
} from '../../kit/local-time.ts';

/** A week in a time zone, from local midnight to local midnight. It may be an hour longer or shorter than 168 hours. */
export interface ReportWeek {
  /** `2026-W47`. */
  readonly name: string;
  readonly monday: LocalDate;
  /** Its seven days and the next day, `2026-11-16`. */
  readonly dates: readonly string[];
  /** Epoch milliseconds, half-open. */
  readonly from: number;
  readonly to: number;
}

/** The given ISO 8601 week in a time zone. */
function weekIn(week: IsoWeek, timezone: string): ReportWeek {
  const monday = mondayOf(week);
  return {
    name: formatIsoWeek(week),
    monday,
    dates: Array.from({ length: 8 }, (_, days) => formatDate(addDays(monday, days))),
    from: instantOf(monday, timezone),
    to: instantOf(addDays(monday, 7), timezone),
  };
}

/** The last completed week. */
export function lastFullWeek(now: number, timezone: string): ReportWeek {
  const weekAgo = addDays(localTimeAt(now, timezone), -7);
  return weekIn(isoWeekOf(weekAgo), timezone);
}

/** The week before another. */
export function weekBefore({ monday }: ReportWeek, timezone: string): ReportWeek {
  return weekIn(isoWeekOf(addDays(monday, -7)), timezone);
}

/** The week that contains a day, `2026-11-16`. */
export function weekOfDay(day: string, timezone: string): ReportWeek | null {
  const date = parseDate(day);
  return date === null ? null : weekIn(isoWeekOf(date), timezone);
}

/**
 * The week that a query names; null = the query names no week.
 * @throws Fault validation_failed when it names none, not_found when it has not begun
 */
export function askedWeek(
  query: { readonly week?: string; readonly weekStart?: string },
  { now, timezone }: { readonly now: number; readonly timezone: string },
): ReportWeek | null {
  const named = namedWeek(query);
  if (named === null) return null;
  const week = weekIn(named, timezone);
  if (week.from > now) throw new Fault('not_found', `The week ${week.name} has not begun.`);
  return week;
}

function namedWeek({
  week,
  weekStart,
}: {
  readonly week?: string;
  readonly weekStart?: string;
}): IsoWeek | null {
  if (week !== undefined && weekStart !== undefined)
    throw queryFault('weekStart', 'conflict', 'Give either "week" or "weekStart", not both.');
  if (week !== undefined) {
    const read = parseIsoWeek(week);
    if (read === null)
      throw queryFault(
        'week',
        'no_such_week',
        '"week" must be an ISO 8601 week that exists, such as 2026-W47.',
      );
    return read;
  }
  if (weekStart === undefined) return null;
  const date = parseDate(weekStart);
  if (date === null)
    throw queryFault('weekStart', 'no_such_day', '"weekStart" must be a date such as 2026-11-16.');
  const found = isoWeekOf(date);
  if (weekdayOf(date) !== 1) {
    const monday = formatDate(mondayOf(found));
    throw queryFault('weekStart', 'not_a_monday', `${weekStart} is no Monday; its week began on ${monday}.`);
  }
  return found;
}

function queryFault(parameter: string, code: string, detail: string): Fault {
  return new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter, code, detail }] },
  });
}
