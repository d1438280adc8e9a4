import { addDays, instantOf, localTimeAt, type WallTime, weekdayOf } from '../../kit/local-time.ts';

/** More than a week, so that a day that a time zone skips (Samoa, 30 December 2011) does not end the search. */
const SEARCHED_DAYS = 15;

/** A local time on every day, or on one weekday. */
export interface Recurrence extends WallTime {
  /** 1 = Monday … 7 = Sunday; absent: every day. */
  readonly weekday?: number;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * The first moment after `after` (epoch milliseconds) at which the local time occurs. A time that occurs twice when clocks go back counts
 * once, the first time. A time that is skipped when clocks go forward occurs later by the skipped span.
 */
export function nextOccurrence(recurrence: Recurrence, after: number): number {
  const { weekday, timezone, hour, minute } = recurrence;
  // Starts a day earlier: a skipped time at the end of a day may have moved into the next day.
  const first = addDays(localTimeAt(after, timezone), -1);
  for (let days = 0; days <= SEARCHED_DAYS; days++) {
    const date = addDays(first, days);
    if (weekday !== undefined && weekdayOf(date) !== weekday) continue;
    const at = instantOf({ ...date, hour, minute }, timezone);
    if (at > after) return at;
  }
  throw new Error(`no ${hour}:${minute} was found in ${timezone}`);
}
