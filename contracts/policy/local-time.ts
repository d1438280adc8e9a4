/** The clock of a time zone. A local time is written as the epoch milliseconds at which a UTC clock shows the same. */
export interface ZoneClock {
  /** Local time minus UTC at a moment, milliseconds. */
  offsetAt(at: number): number;
  /** The moment of a local time. A time that the clock skips gives the moment of the skip. A time that occurs twice gives the first. */
  instantOf(local: number): number;
}

const DAY_MS = 86_400_000;
/** Most cached zones. Their formatters take some 100 kB each, and a school has one or two. */
const KEPT_ZONES = 64;
const zones = new Map<string, ZoneClock>();
/** Most cached days of a zone, with their offset. Reading an offset costs microseconds, and a schedule reads thousands. */
const KEPT_DAYS = 1_000;

/** The clock of an IANA zone. @throws RangeError when this machine does not know the zone */
export function zoneClock(timezone: string): ZoneClock {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const made = createZoneClock(timezone);
  if (zones.size >= KEPT_ZONES) zones.clear();
  zones.set(timezone, made);
  return made;
}

/** Whether this machine knows an IANA zone of that name. An offset such as `+02:00` is not a zone, because it has no summer time. */
export function isTimeZone(timezone: string): boolean {
  if (!/^[A-Za-z]/.test(timezone)) return false;
  try {
    zoneClock(timezone);
    return true;
  } catch {
    return false; // the RangeError means no
  }
}

/** Local time of a moment. */
export function localTime(zone: ZoneClock, at: number): number {
  return at + zone.offsetAt(at);
}

function createZoneClock(timezone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const readOffset = (at: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
  const kept = new Map<number, number>();
  const offsetOfDay = (day: number): number => {
    const known = kept.get(day);
    if (known !== undefined) return known;
    const read = readOffset(day * DAY_MS);
    if (kept.size >= KEPT_DAYS) kept.clear();
    kept.set(day, read);
    return read;
  };
  // A day has at most one clock change. Between equal offsets there is none.
  const offsetAt = (at: number): number => {
    const day = Math.floor(at / DAY_MS);
    const offset = offsetOfDay(day);
    return offset === offsetOfDay(day + 1) ? offset : readOffset(at);
  };
  return { offsetAt, instantOf: (local) => instantOf(offsetAt, local) };
}

/** There is at most one clock change within a day on either side of a local time. */
function instantOf(offsetAt: (at: number) => number, local: number): number {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  if (before === after) return local - before;
  const [earlier, later] = before > after ? [local - before, local - after] : [local - after, local - before];
  if (earlier + offsetAt(earlier) === local) return earlier;
  if (later + offsetAt(later) === local) return later;
  return changeBetween(offsetAt, earlier, later);
}

/** The first moment after `low` with the offset of `high`. */
function changeBetween(offsetAt: (at: number) => number, low: number, high: number): number {
  const offset = offsetAt(high);
  let [unchanged, changed] = [low, high];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (offsetAt(middle) === offset) changed = middle;
    else unchanged = middle;
  }
  return changed;
}
