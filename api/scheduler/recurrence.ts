import { addDays, instantOf, localTimeAt, type WallTime, weekdayOf } from '../../kit/local-time.ts';

/** More than a week, so that a day which a time zone leaves out (Samoa, 30 December 2011) does not end the search. */
const SEARCHED_DAYS = 15;

/** A local time of every day, or of one weekday. */
export interface Recurrence extends WallTime {
  /** 1 = Monday … 7 = Sunday; absent: every day. */
  readonly weekday?: number;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * The first moment after `after` (epoch milliseconds) that recurs so. On the day when clocks go back, a time that comes twice counts once, the first
 * time; on the day when they go forward, one that is left out comes as much later.
 */
export function nextOccurrence(recurrence: Recurrence, after: number): number {
  const { weekday, timezone, hour, minute } = recurrence;
  // From the day before: a time that is left out at the end of a day may have moved into the next.
  const first = addDays(localTimeAt(after, timezone), -1);
  for (let days = 0; days <= SEARCHED_DAYS; days++) {
    const date = addDays(first, days);
    if (weekday !== undefined && weekdayOf(date) !== weekday) continue;
    const at = instantOf({ ...date, hour, minute }, timezone);
    if (at > after) return at;
  }
  throw new Error(`no ${hour}:${minute} was found in ${timezone}`);
}
