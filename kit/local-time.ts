import { localTime, zoneClock } from '../contracts/policy/local-time.ts';

/** A calendar day without a time zone. Months count from 1. */
export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date and time without a time zone. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
}

export interface LocalTime extends LocalDate, WallTime {
  readonly second: number;
}

const DAY_MS = 86_400_000;

/** Date and time of day in a time zone at a moment (epoch milliseconds). @throws RangeError for an unknown time zone */
export function localTimeAt(at: number, timezone: string): LocalTime {
  const shown = new Date(localTime(zoneClock(timezone), at));
  return {
    ...dateOf(shown.getTime()),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  };
}

/**
 * The moment (epoch milliseconds) of a date and time of day in a time zone. A time that occurs twice, when clocks go back, means the first.
 * A time that is skipped, when clocks go forward, is moved later by the skipped span (what Temporal calls "compatible"): 02:30 becomes
 * 03:30.
 */
export function instantOf(local: LocalDate & Partial<WallTime>, timezone: string): number {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour ?? 0, local.minute ?? 0);
  const zone = zoneClock(timezone);
  const before = zone.offsetAt(asUtc - DAY_MS);
  const after = zone.offsetAt(asUtc + DAY_MS);
  const fitting = [asUtc - before, asUtc - after].filter((at) => asUtc - at === zone.offsetAt(at));
  return fitting.length === 0 ? asUtc - before : Math.min(...fitting);
}

/** The date some days later (or earlier, when negative). */
export function addDays({ year, month, day }: LocalDate, days: number): LocalDate {
  return dateOf(Date.UTC(year, month - 1, day) + days * DAY_MS);
}

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export function weekdayOf({ year, month, day }: LocalDate): number {
  return ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1;
}

/** `2026-11-16`. */
export function formatDate({ year, month, day }: LocalDate): string {
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** Reads `2026-11-16`; null for any other text, such as 31 November. */
export function parseDate(text: string): LocalDate | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = dateOf(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return formatDate(date) === text ? date : null;
}

function dateOf(utc: number): LocalDate {
  const date = new Date(utc);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A week of ISO 8601: it begins on Monday and belongs to the year that its Thursday lies in. */
export interface IsoWeek {
  readonly year: number;
  readonly week: number;
}

/** The week that a day lies in. */
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
