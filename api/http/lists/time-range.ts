import { type TSchema, Type } from 'typebox';
import { DATE_TIME_PATTERN, MOMENT_PATTERN } from '../../../contracts/rest/moment.ts';
import { Fault } from '../../../kit/fault.ts';
import { instantOf, parseDate } from '../../../kit/local-time.ts';
import type { TimeRange } from '../../../store/ports/list.ts';

/** How `from` and `to` bound a list. Without `defaultMs` a missing bound means no bound. */
export interface TimeRangeRule {
  /** Length of the range when `from` is missing (milliseconds). */
  readonly defaultMs?: number;
  /** The longest allowed range (milliseconds). */
  readonly maxMs?: number;
}

const DAY_MS = 86_400_000;

/** Clocks are set back by at most this time. A range of whole local days may be longer than a multiple of 24 hours by it. */
const CLOCK_CHANGE_MS = 3_600_000;

/** Logs and activity: by default the last 24 hours, at most 90 days. */
export const RECORDS_RANGE: TimeRangeRule = { defaultMs: DAY_MS, maxMs: 90 * DAY_MS };

/** The last moment that is accepted, 9999-12-31T23:59:59.999Z, a little below the last of a JavaScript date. */
const END_OF_TIME = 253_402_300_799_999;

const DATE_TIME = new RegExp(DATE_TIME_PATTERN);

/** The query parameters of a list that covers all times by default. */
export const ANY_TIME = boundsOf({});

/** The query parameter of a list that can be asked for its changes. */
export const UPDATED_SINCE: TSchema = momentOf(
  'Only what was changed at this moment or later: its `updatedAt`.',
);

/** The query parameters of a list with a bounded time range. */
export function timeRangeParameters(rule: TimeRangeRule): Record<string, TSchema> {
  return rule.defaultMs === undefined && rule.maxMs === undefined ? ANY_TIME : boundsOf(rule);
}

function momentOf(what: string): TSchema {
  return Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 40,
      pattern: MOMENT_PATTERN,
      description: `${what} RFC 3339 date-time, or a date: midnight in the organisation’s time zone.`,
    }),
  );
}

function boundsOf({ defaultMs, maxMs }: TimeRangeRule): Record<'from' | 'to', TSchema> {
  const byDefault = defaultMs === undefined ? '' : ` Default: ${defaultMs / 3_600_000} hours before \`to\`.`;
  const most = maxMs === undefined ? '' : ` At most ${maxMs / DAY_MS} days before \`to\`.`;
  return {
    from: momentOf(`Not before this moment.${byDefault}${most}`),
    to: momentOf(`Before this moment.${defaultMs === undefined ? '' : ' Default: now.'}`),
  };
}

/**
 * Reads `from` and `to`. Undefined = neither is given and the rule has no default.
 * @throws Fault validation_failed for a malformed moment, `from` after `to`, or a range that is too long
 */
export function readTimeRange(
  input: { readonly from?: string; readonly to?: string },
  { defaultMs, maxMs }: TimeRangeRule,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): TimeRange | undefined {
  const given = {
    from: input.from === undefined ? null : readMoment('from', input.from, timezone),
    to: input.to === undefined ? null : readMoment('to', input.to, timezone),
  };
  if (given.from === null && given.to === null && defaultMs === undefined) return undefined;
  const to = given.to ?? (defaultMs === undefined ? END_OF_TIME : Math.max(now, given.from ?? now));
  const from = given.from ?? (defaultMs === undefined ? 0 : Math.max(0, to - defaultMs));
  if (from > to) throw rangeFault('from', 'after_to', '"from" must not be after "to".');
  if (maxMs !== undefined && to - from > maxMs + CLOCK_CHANGE_MS)
    throw rangeFault(
      'from',
      'range_too_long',
      `"from" and "to" may be at most ${maxMs / DAY_MS} days apart; ask for parts of it.`,
    );
  return { from, to };
}

/**
 * A moment of a query, epoch milliseconds; a date is its midnight in the time zone.
 * @throws Fault validation_failed for a moment that does not exist
 */
export function readMoment(parameter: MomentParameter, text: string, timezone: string): number {
  const date = parseDate(text);
  const at = date === null ? readDateTime(text) : instantOf(date, timezone);
  if (at === null || at < 0 || at > END_OF_TIME)
    throw rangeFault(
      parameter,
      'no_such_moment',
      `"${parameter}" must be an RFC 3339 date-time such as 2026-11-20T10:00:00Z or a date such as 2026-11-20, from 1970 on.`,
    );
  return at;
}

/** The moment of an RFC 3339 date-time, epoch milliseconds; null for any other text, such as one of 31 November. */
export function readDateTime(text: string): number | null {
  // Parses the day as well, because Date would roll 31 November over.
  if (!DATE_TIME.test(text) || parseDate(text.slice(0, 10)) === null) return null;
  const at = Date.parse(text.replace(' ', '+').toUpperCase());
  return Number.isNaN(at) ? null : at;
}

type MomentParameter = 'from' | 'to' | 'updatedSince';

function rangeFault(parameter: MomentParameter, code: string, detail: string): Fault {
  return new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter, code, detail }] },
  });
}
