import { localTime, zoneClock } from '../../../../contracts/policy/local-time.ts';
import { facts } from '../../../app/client/facts.ts';
import { clockTime, dayAndTime } from '../../../app/time/tell.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const HOUR_MINUTES = 60;

/** Whole minutes until a moment, at least one. */
export function minutesUntil(at: number, now: number): number {
  return Math.max(1, Math.floor((at - now) / MINUTE_MS));
}

/** Whole minutes that are left of today in the school's zone, at least one. */
export function minutesOfToday(now: number): number {
  const zone = zoneClock(facts.timeZone);
  const tomorrow = (Math.floor(localTime(zone, now) / DAY_MS) + 1) * DAY_MS;
  return minutesUntil(zone.instantOf(tomorrow), now);
}

/** A moment ahead in words: the clock is enough today. */
export function untilText(at: string): string {
  const now = Date.now();
  return Date.parse(at) - now <= minutesOfToday(now) * MINUTE_MS ? clockTime(at) : dayAndTime(at);
}
