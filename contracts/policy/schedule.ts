import { localTime, type ZoneClock, zoneClock } from './local-time.ts';
import { type Schedule, WEEKDAYS } from './model.ts';

/** A parsed schedule. Both methods are pure. The last result is cached, so that asking about a near moment costs nanoseconds. */
export interface CompiledSchedule {
  /** Whether a window is open at a moment (epoch milliseconds). */
  isActive(at: number): boolean;
  /** The first moment after `at` at which `isActive` changes (epoch milliseconds); null = never. */
  nextChange(at: number): number | null;
}

interface Window {
  /** By weekday, Monday first. */
  readonly days: readonly boolean[];
  /** Minutes since midnight. */
  readonly from: number;
  readonly to: number;
}

/** A span of time with one answer; epoch milliseconds, half-open. */
interface Stretch {
  readonly active: boolean;
  readonly from: number;
  readonly until: number;
}

interface Plan {
  readonly zone: ZoneClock;
  readonly windows: readonly Window[];
  /** Days since 1970-01-01 on which no window starts. */
  readonly exceptDays: ReadonlySet<number>;
  /** Cached windows by day. */
  readonly known: Map<number, readonly Stretch[]>;
}

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;
/** Most cached days: more than a preview covers, and enough for a look ahead. */
const MAX_KNOWN_DAYS = 40;
const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Reads a schedule. A window belongs to the local date on which it starts: its weekday and `exceptDates` are those of that date, even if it
 * ends on the next day (`to` at or before `from`). On the days of a clock change, a local time that the clock skips means the moment of the
 * skip, and a time that occurs twice means the first. So a window 01:00–04:00 is two hours long in spring and four in autumn, a window that
 * lies wholly in the skipped hour does not occur, and adjoining windows adjoin on those days too.
 * @throws RangeError for a time zone that this machine does not know, a malformed time or date
 */
export function compileSchedule(schedule: Schedule): CompiledSchedule {
  const plan = planOf(schedule);
  let last: Stretch = { active: false, from: 0, until: 0 };
  const stretchAt = (at: number): Stretch => {
    if (at < last.from || at >= last.until) last = findStretch(plan, at);
    return last;
  };
  return {
    isActive: (at) => stretchAt(at).active,
    nextChange(at) {
      const { until } = stretchAt(at);
      return until === Number.POSITIVE_INFINITY ? null : until;
    },
  };
}

const compiled = new WeakMap<Schedule, CompiledSchedule>();

/** Whether a schedule's window is open at a moment (epoch milliseconds); null = always. @throws RangeError as `compileSchedule` */
export function isScheduleActive(schedule: Schedule | null, at: number): boolean {
  return schedule === null || compiledOnce(schedule).isActive(at);
}

/** The first moment after `at` (epoch milliseconds) at which a schedule's activity changes; null = never. @throws RangeError as `compileSchedule` */
export function nextChange(schedule: Schedule | null, at: number): number | null {
  return schedule === null ? null : compiledOnce(schedule).nextChange(at);
}

/** The compiled schedule of an object, cached as long as the object lives. */
export function compiledOnce(schedule: Schedule): CompiledSchedule {
  const known = compiled.get(schedule);
  if (known !== undefined) return known;
  const made = compileSchedule(schedule);
  compiled.set(schedule, made);
  return made;
}

/** Minutes since midnight of `HH:MM`; null = malformed. */
export function clockMinutes(text: string): number | null {
  const parts = CLOCK_TIME.exec(text);
  return parts === null ? null : Number(parts[1]) * 60 + Number(parts[2]);
}

/** Days from 1970-01-01 to a calendar date `YYYY-MM-DD`; null = there is no such date. */
export function calendarDay(text: string): number | null {
  const parts = CALENDAR_DATE.exec(text);
  if (parts === null) return null;
  const ms = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return new Date(ms).toISOString().startsWith(text) ? ms / DAY_MS : null;
}

function planOf({ timezone, windows, exceptDates }: Schedule): Plan {
  const exceptDays = new Set(exceptDates.map((date) => required(calendarDay(date), 'date', date)));
  return {
    zone: zoneClock(timezone),
    windows: windows.map(({ days, from, to }) => ({
      days: WEEKDAYS.map((day) => days.includes(day)),
      from: required(clockMinutes(from), 'time', from),
      to: required(clockMinutes(to), 'time', to),
    })),
    exceptDays,
    known: new Map(),
  };
}

function required(value: number | null, what: string, text: string): number {
  if (value === null) throw new RangeError(`there is no ${what} ${JSON.stringify(text)} in a schedule`);
  return value;
}

/** Goes through the windows from yesterday's on, in the order of their start, until one starts too late to belong to the stretch at `at`. */
function findStretch(plan: Plan, at: number): Stretch {
  const today = Math.floor(localTime(plan.zone, at) / DAY_MS);
  // A window is at most a day long, so those of the day before yesterday have ended when today begins.
  let quietSince = plan.zone.instantOf(today * DAY_MS);
  let open: Stretch | null = null;
  for (const { from, until } of windowsSince(plan, today)) {
    if (until <= at) quietSince = Math.max(quietSince, until);
    else if (open === null) {
      if (from > at) return { active: false, from: quietSince, until: from };
      open = { active: true, from, until };
    } else {
      if (from > open.until) return open;
      open = { active: true, from: open.from, until: Math.max(open.until, until) };
    }
  }
  return { ...(open ?? { active: false, from: quietSince }), until: Number.POSITIVE_INFINITY };
}

/** Weeks repeat while no day is excepted. The look covers two weeks and a day on either side, because a clock change may hide a window in one of them. */
const REGULAR_DAYS = 2 * WEEK_DAYS + 3;

/**
 * The windows from the day before on. Where the weeks repeat, the sequence ends, or continues with one long window up to the day before the
 * next excepted date. So a date far ahead (a school may write 9999) costs nothing.
 */
function* windowsSince(plan: Plan, today: number): Generator<Stretch> {
  let regularDays = 0;
  let hasWindows = false;
  for (let day = today - 1; ; day++) {
    const windows = windowsOf(plan, day);
    yield* windows;
    hasWindows ||= windows.length > 0;
    regularDays = plan.exceptDays.has(day) ? 0 : regularDays + 1;
    if (regularDays < REGULAR_DAYS) continue;
    const excepted = nextExceptDay(plan, day);
    if (excepted === null || !hasWindows) return;
    if (excepted - 2 <= day) continue;
    const until = plan.zone.instantOf((excepted - 1) * DAY_MS);
    yield { active: true, from: Number.NEGATIVE_INFINITY, until };
    day = excepted - 3;
  }
}

function nextExceptDay({ exceptDays }: Plan, after: number): number | null {
  let next: number | null = null;
  for (const day of exceptDays) if (day > after && (next === null || day < next)) next = day;
  return next;
}

/** The windows that start on a local day, as moments, in the order of their start. */
function windowsOf(plan: Plan, day: number): readonly Stretch[] {
  const known = plan.known.get(day);
  if (known !== undefined) return known;
  const found = findWindows(plan, day);
  if (plan.known.size >= MAX_KNOWN_DAYS) plan.known.clear();
  plan.known.set(day, found);
  return found;
}

function findWindows({ zone, windows, exceptDays }: Plan, day: number): readonly Stretch[] {
  if (exceptDays.has(day)) return [];
  // 1970-01-01 was a Thursday: the fourth day of a week that begins on Monday.
  const weekday = (((day + 3) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
  return windows
    .filter(({ days }) => days[weekday] === true)
    .map(({ from, to }) => ({
      active: true,
      from: zone.instantOf(day * DAY_MS + from * 60_000),
      until: zone.instantOf((to <= from ? day + 1 : day) * DAY_MS + to * 60_000),
    }))
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from);
}
