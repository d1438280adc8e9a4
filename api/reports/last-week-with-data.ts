import { addDays, formatDate, localTimeAt } from '../../kit/local-time.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { lastFullWeek, type ReportWeek, weekOfDay } from './week.ts';

/** How far back is looked (days): a school comes back from its longest holidays, and one question of the roll-ups covers it. */
const LOOK_BACK_DAYS = 126;

/**
 * The week that a report is about when none is named: the last that is over and has requests; before a school's first week is over, the present one.
 * Where there is nothing at all, the last that is over.
 */
export async function lastWeekWithData(
  { rollups }: Pick<Repositories, 'rollups'>,
  {
    organisationId,
    ouPath,
    timezone,
    now,
  }: {
    readonly organisationId: number;
    readonly ouPath: string | null;
    readonly timezone: string;
    readonly now: number;
  },
): Promise<ReportWeek> {
  const last = lastFullWeek(now, timezone);
  const today = localTimeAt(now, timezone);
  const from = formatDate(addDays(today, -LOOK_BACK_DAYS));
  const days = await rollups.days({ organisationId, ouPath, from, to: formatDate(addDays(today, 1)) });
  const used = days.filter(({ requests }) => requests > 0).map(({ date }) => date);
  const end = last.dates[7] ?? '';
  const day = used.findLast((date) => date < end) ?? used.at(-1);
  return (day === undefined ? null : weekOfDay(day, timezone)) ?? last;
}
