import {
  type DateRange,
  type HourCount,
  MAX_ROLLUP_DAYS,
  type RollupStore,
  type TopCount,
} from '../../ports/rollups.ts';
import { compareValues } from '../../rules/list-page.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { datesBetween, dayNumber } from '../records/local-slots.ts';
import { ROLLUP_FIELDS, WHOLE } from '../records/rollup-tally.ts';
import { createRollupPrune } from './rollup-prune.ts';

interface Counts {
  readonly requests: number;
  readonly blocked: number;
}

/** The unit and those below it; for the root itself its own row, which holds everybody. “0” is the character behind “/”. */
const OU = `ou IN (SELECT id FROM record_texts WHERE organisation_id = :organisationId AND field = 'ou'
  AND (key = :ou OR (:ou <> '${WHOLE}' AND key > :ou || '/' AND key < :ou || '0')))`;

export function createRollupStore({ db }: Pick<Context, 'db'>): Repository<RollupStore> {
  const days = db.prepare<[Record<string, unknown>], Counts & { readonly day: number }>(
    `SELECT day, sum(requests) AS requests, sum(blocked) AS blocked FROM rollup_days
     WHERE organisation_id = :organisationId AND ${OU} AND field = ${ROLLUP_FIELDS.all} AND day >= :from AND day < :to
     GROUP BY day`,
  );
  const hours = db.prepare<[Record<string, unknown>], HourCount>(
    `SELECT hour AS at, sum(requests) AS requests, sum(blocked) AS blocked FROM rollup_hours
     WHERE organisation_id = :organisationId AND ${OU} AND hour >= :from AND hour < :to GROUP BY hour ORDER BY hour`,
  );
  const topBy = (by: 'requests' | 'blocked') =>
    db.prepare<[Record<string, unknown>], TopCount>(
      `SELECT text AS value, requests, blocked FROM (
         SELECT value, sum(requests) AS requests, sum(blocked) AS blocked FROM rollup_days
         WHERE organisation_id = :organisationId AND ${OU} AND field = :field AND day >= :from AND day < :to
         GROUP BY value HAVING sum(${by}) > 0 ORDER BY ${by} DESC LIMIT :candidates
       ) JOIN record_texts ON id = value`,
    );
  const top = { requests: topBy('requests'), blocked: topBy('blocked') };

  return {
    days: reads(({ organisationId, ouPath, from, to }) => {
      const range = numbersOf({ from, to });
      const known = new Map(
        days
          .all({ organisationId, ou: ouPath ?? WHOLE, ...range })
          .map(({ day, ...counts }) => [day, counts]),
      );
      return datesBetween(from, to).map((date) => ({
        date,
        ...(known.get(dayNumber(date)) ?? { requests: 0, blocked: 0 }),
      }));
    }),
    hours: reads(({ organisationId, ouPath, from, to }) => {
      if (to - from > MAX_ROLLUP_DAYS * DAY_MS) throw tooLong();
      return hours.all({ organisationId, ou: ouPath ?? WHOLE, from, to });
    }),
    top: reads(({ organisationId, ouPath, field, by, limit, from, to }) => {
      const found = top[by].all({
        organisationId,
        ou: ouPath ?? WHOLE,
        field: ROLLUP_FIELDS[field],
        ...numbersOf({ from, to }),
        // Some more, so that those equal to the last are sorted by name too.
        candidates: limit + TIES,
      });
      return found.toSorted((a, b) => b[by] - a[by] || compareValues(a.value, b.value)).slice(0, limit);
    }),
    prune: writes(createRollupPrune({ db })),
  };
}

/** So many with the same count as the last of the list are sorted by name among them. */
const TIES = 100;

function numbersOf({ from, to }: DateRange): { readonly from: number; readonly to: number } {
  if (datesBetween(from, to).length > MAX_ROLLUP_DAYS) throw tooLong();
  return { from: dayNumber(from), to: dayNumber(to) };
}

const DAY_MS = 86_400_000;

function tooLong(): RangeError {
  return new RangeError(`roll-ups of more than ${MAX_ROLLUP_DAYS} days were asked for`);
}
