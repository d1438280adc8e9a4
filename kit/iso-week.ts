import { addDays, type LocalDate, weekdayOf } from './local-time.ts';

/** A week of ISO 8601. It begins on Monday and belongs to the year of its Thursday. */
export interface IsoWeek {
  readonly year: number;
  readonly week: number;
}

const DAY_MS = 86_400_000;

/** The week that contains a day. */
export function isoWeekOf(date: LocalDate): IsoWeek {
  const thursday = addDays(date, 4 - weekdayOf(date));
  const sinceNewYear =
    (Date.UTC(thursday.year, thursday.month - 1, thursday.day) - Date.UTC(thursday.year, 0, 1)) / DAY_MS;
  return { year: thursday.year, week: Math.floor(sinceNewYear / 7) + 1 };
}

/** The Monday of a week. */
export function mondayOf({ year, week }: IsoWeek): LocalDate {
  const fourth = { year, month: 1, day: 4 };
  return addDays(fourth, 1 - weekdayOf(fourth) + (week - 1) * 7);
}

/** `2026-W47`. */
export function formatIsoWeek({ year, week }: IsoWeek): string {
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** Reads `2026-W47`; null for anything else, such as week 53 of a year that has 52. */
export function parseIsoWeek(text: string): IsoWeek | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(text) ?? [];
  if (year === undefined || week === undefined) return null;
  const found = isoWeekOf(mondayOf({ year: Number(year), week: Number(week) }));
  return formatIsoWeek(found) === text ? found : null;
}
