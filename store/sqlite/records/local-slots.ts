import { localTimeAt } from '../../../kit/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Time zones change their offset at a quarter of an hour. */
const STEP_MS = 15 * MINUTE_MS;
/** How many quarters are cached: ten days. */
const MAX_STEPS = 1_000;

/** The local hour and day of a moment. */
export interface LocalSlot {
  /** Beginning of the hour, epoch milliseconds. */
  readonly hour: number;
  /** Local date as a number, 20261116. */
  readonly day: number;
}

/** Finds local hours and days of one time zone, also those with offsets of half hours and on days when clocks change. */
export function createLocalSlots(timezone: string): (at: number) => LocalSlot {
  const steps = new Map<number, LocalSlot>();
  return (at) => {
    const step = Math.floor(at / STEP_MS);
    const known = steps.get(step);
    if (known !== undefined) return known;
    if (steps.size >= MAX_STEPS) steps.clear();
    const slot = slotOf(step * STEP_MS, timezone);
    steps.set(step, slot);
    return slot;
  };
}

function slotOf(at: number, timezone: string): LocalSlot {
  const { year, month, day, hour, minute, second } = localTimeAt(at, timezone);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return { hour: at - (local % HOUR_MS), day: year * 10_000 + month * 100 + day };
}

/** `2026-11-16` as 20261116. */
export function dayNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** The dates from one to before another. */
export function datesBetween(from: string, to: string): readonly string[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - start) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
}
