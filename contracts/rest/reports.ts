import { type Static, Type } from 'typebox';
import { closed, IdOf, Nullable, Timestamp } from './resources.ts';

const Line = (maxLength: number) => Type.String({ maxLength });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Week = Type.String({
  pattern: '^\\d{4}-W\\d{2}$',
  minLength: 8,
  maxLength: 8,
  description: 'ISO 8601 week',
});
const LocalDate = Type.String({ format: 'date', maxLength: 10 });
const Totals = Type.Object({ requests: Count, blocked: Count }, closed);
/** Entries of each ranking. */
export const REPORT_TOP = 10;
const Change = Nullable(
  Type.Number({
    minimum: -100,
    maximum: 1e15,
    description: 'Percent against the week before; null when there was nothing to compare with',
  }),
);

export const WeeklyReport = Type.Object(
  {
    id: IdOf('rpt'),
    week: Week,
    from: Timestamp,
    to: Timestamp,
    timezone: Line(64),
    ou: Type.String({
      maxLength: 1_000,
      description: 'The unit whose subtree is counted',
    }),
    complete: Type.Boolean({ description: 'Whether the week is over' }),
    totals: Totals,
    byDay: Type.Array(Type.Object({ date: LocalDate, requests: Count, blocked: Count }, closed), {
      minItems: 7,
      maxItems: 7,
      description: 'Monday to Sunday',
    }),
    topDomains: Type.Array(Type.Object({ domain: Line(253), count: Count }, closed), {
      maxItems: REPORT_TOP,
    }),
    topBlockedDomains: Type.Array(Type.Object({ domain: Line(253), count: Count }, closed), {
      maxItems: REPORT_TOP,
      description: 'By blocked requests',
    }),
    topCategories: Type.Array(Type.Object({ category: Line(64), count: Count }, closed), {
      maxItems: REPORT_TOP,
    }),
    topUsers: Type.Array(Type.Object({ user: Line(254), count: Count }, closed), { maxItems: REPORT_TOP }),
    alerts: Type.Object(
      {
        open: Count,
        acknowledged: Count,
        resolved: Count,
        bySeverity: Type.Object(
          { info: Count, low: Count, medium: Count, high: Count, critical: Count },
          closed,
        ),
      },
      { ...closed, description: 'Alerts that were made in the week, by what they are now' },
    ),
    deviceHealth: Type.Object(
      { enforcing: Count, stale: Count, unprotected: Count, unknown: Count },
      { ...closed, description: 'Devices by their protection, when the report was made' },
    ),
    previous: Type.Object({ week: Week, totals: Totals, alerts: Count }, closed),
    change: Type.Object({ requests: Change, blocked: Change, alerts: Change }, closed),
    generatedAt: Timestamp,
  },
  { $id: 'WeeklyReport', ...closed },
);
export type WeeklyReport = Static<typeof WeeklyReport>;

/** Longest range of an hourly report (days). */
export const MAX_HOURLY_DAYS = 7;

const Mean = Type.Number({ minimum: 0, maximum: 1e15 });

/** Requests and blocks by hour. */
export const HourlyReport = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    timezone: Line(64),
    ou: Type.String({ maxLength: 1_000, description: 'The unit whose subtree is counted' }),
    totals: Totals,
    hours: Type.Array(
      Type.Object(
        {
          at: Timestamp,
          complete: Type.Boolean({ description: 'Whether the hour is over' }),
          requests: Count,
          blocked: Count,
          usual: Nullable(
            Type.Object(
              { requests: Mean, blocked: Mean, days: Type.Integer({ minimum: 1, maximum: 4 }) },
              {
                ...closed,
                description:
                  'Mean of this hour on the last four same weekdays, without those that had no request at all; `days`: how many are left. Null = none',
              },
            ),
          ),
        },
        closed,
      ),
      // An hour more on the day on which clocks go back.
      { maxItems: MAX_HOURLY_DAYS * 24 + 2, description: 'The hours that begin in the range and have begun' },
    ),
    generatedAt: Timestamp,
  },
  { $id: 'HourlyReport', ...closed },
);
export type HourlyReport = Static<typeof HourlyReport>;

/** The schemas by their names in the OpenAPI document. */
export const REPORT_SCHEMAS = { WeeklyReport, HourlyReport } as const;
