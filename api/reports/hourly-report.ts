import type { HourlyReport } from '../../contracts/rest/reports.ts';
import { addDays, formatDate, instantOf, type LocalTime, localTimeAt } from '../../kit/local-time.ts';
import type { TimeRange } from '../../store/ports/list.ts';
import type { HourCount } from '../../store/ports/rollups.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';

export interface HourlyQuestion {
  readonly organisationId: number;
  readonly timezone: string;
  /** Null = the whole organisation. */
  readonly ouPath: string | null;
  readonly range: TimeRange;
  readonly now: number;
}

/** An hour of local time. */
interface Slot {
  readonly at: number;
  readonly local: LocalTime;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Hours of local time begin at a quarter of an hour. */
const STEP_MS = 15 * MINUTE_MS;
/** How far clock changes can move the same hour of another week. */
const CLOCK_CHANGE_MS = 3 * HOUR_MS;
/** The same weekdays that an hour is compared with. */
const WEEKS = [1, 2, 3, 4] as const;

const NOTHING = { requests: 0, blocked: 0 };

/**
 * Requests and blocks by hour, each beside what is usual: the mean of the same hour of up to four same weekdays before. A day without any
 * request is no usual day: it was a holiday, or before the school began.
 */
export async function hourlyReport(
  { rollups }: Pick<Repositories, 'rollups'>,
  { organisationId, timezone, ouPath, range, now }: HourlyQuestion,
): Promise<HourlyReport> {
  const slots = slotsOf({ from: range.from, to: Math.min(range.to, now + 1) }, timezone);
  const [first, last] = [slots[0], slots.at(-1)];
  const scope = { organisationId, ouPath };
  const report = {
    from: timestamp(range.from),
    to: timestamp(range.to),
    timezone,
    ou: ouPath ?? '/',
    generatedAt: timestamp(now),
  };
  if (first === undefined || last === undefined) return { ...report, totals: NOTHING, hours: [] };
  const windows = [0, ...WEEKS].map((weeks) =>
    rollups.hours({
      ...scope,
      from: first.at - weeks * WEEK_MS - CLOCK_CHANGE_MS,
      to: last.at - weeks * WEEK_MS + HOUR_MS + CLOCK_CHANGE_MS,
    }),
  );
  const counts = new Map((await Promise.all(windows)).flat().map((count) => [count.at, count]));
  const days = await rollups.days({
    ...scope,
    from: formatDate(addDays(first.local, -7 * WEEKS.length)),
    to: formatDate(addDays(last.local, 1)),
  });
  const usedDays = new Set(days.filter(({ requests }) => requests > 0).map(({ date }) => date));
  const hours = slots.map(({ at, local }) => {
    const { requests, blocked } = counts.get(at) ?? NOTHING;
    const complete = at + HOUR_MS <= now;
    return {
      at: timestamp(at),
      complete,
      requests,
      blocked,
      usual: usualOf(local, timezone, { counts, usedDays }),
    };
  });
  return { ...report, totals: sumOf(hours), hours };
}

/** The hours that begin in a range. */
function slotsOf({ from, to }: TimeRange, timezone: string): readonly Slot[] {
  const slots: Slot[] = [];
  for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at < to; at += STEP_MS) {
    const local = localTimeAt(at, timezone);
    if (local.minute === 0 && local.second === 0) slots.push({ at, local });
  }
  return slots;
}

function usualOf(
  local: LocalTime,
  timezone: string,
  {
    counts,
    usedDays,
  }: { readonly counts: ReadonlyMap<number, HourCount>; readonly usedDays: ReadonlySet<string> },
): HourlyReport['hours'][number]['usual'] {
  const days = WEEKS.map((weeks) => addDays(local, -7 * weeks)).filter((day) =>
    usedDays.has(formatDate(day)),
  );
  if (days.length === 0) return null;
  const sum = sumOf(
    days.map((day) => counts.get(instantOf({ ...day, hour: local.hour }, timezone)) ?? NOTHING),
  );
  const mean = (total: number): number => Math.round((total / days.length) * 10) / 10;
  return { requests: mean(sum.requests), blocked: mean(sum.blocked), days: days.length };
}

function sumOf(counts: readonly { readonly requests: number; readonly blocked: number }[]) {
  return counts.reduce(
    (sum, { requests, blocked }) => ({ requests: sum.requests + requests, blocked: sum.blocked + blocked }),
    NOTHING,
  );
}
