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
      description: 'The unit whose subtree is counted: `/`, or the one that the key is limited to',
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

/** The schemas by their names in the OpenAPI document. */
export const REPORT_SCHEMAS = { WeeklyReport } as const;
