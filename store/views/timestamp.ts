const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'));

/** `2026-11-20T` by number of days since 1970; cleared when there are too many. */
const dates = new Map<number, string>();
const MAX_DATES = 1_000;

/** RFC 3339 has years from 0000 to 9999. */
const FIRST_MS = -62_167_219_200_000;
const LAST_MS = 253_402_300_799_999;

/**
 * Epoch milliseconds as RFC 3339 in UTC with milliseconds. A time that RFC 3339 cannot express becomes the nearest that it can, so that one row does not make a
 * whole list fail. Cached by day: a page of devices has 350 timestamps, and `Date` would take half of the page's time for them.
 */
export function timestamp(at: number): string {
  const epochMs = Math.min(Math.max(at, FIRST_MS), LAST_MS);
  const day = Math.floor(epochMs / DAY_MS);
  const ms = epochMs - day * DAY_MS;
  if (!Number.isInteger(ms)) return new Date(epochMs).toISOString();
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hour = TWO_DIGITS[Math.floor(minutes / 60)];
  return `${dateOf(day)}${hour}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.${THREE_DIGITS[ms % 1_000]}Z`;
}

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= MAX_DATES) dates.clear();
  const iso = new Date(day * DAY_MS).toISOString();
  const date = iso.slice(0, iso.indexOf('T') + 1);
  dates.set(day, date);
  return date;
}

/** As `timestamp`; null stays null. */
export function timestampOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : timestamp(epochMs);
}
