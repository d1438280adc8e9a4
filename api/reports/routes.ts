import { Type } from 'typebox';
import { MAX_HOURLY_DAYS } from '../../contracts/rest/reports.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import { readTimeRange, timeRangeParameters } from '../http/lists/time-range.ts';
import { defineRoute, type Reply } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { askedUnit } from '../input/parameters.ts';
import { askedOu, reachOf } from '../input/reach.ts';
import { hourlyReport } from './hourly-report.ts';
import { reportCsv } from './report-csv.ts';
import { REPORT_PAGE_POLICY, reportPage } from './report-page.ts';
import { askedWeek } from './week.ts';
import { lastWeekWithData, weeklyReport } from './weekly-report.ts';

const FORMATS = { csv: 'text/csv', html: 'text/html' } as const;

const Query = Type.Object(
  {
    week: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 8,
        pattern: '^[0-9]{4}-W[0-9]{2}$',
        description:
          'ISO 8601 week, `2026-W47`. Default: the last full week with requests, in the organisation’s time zone; before a first one is over, the present week.',
      }),
    ),
    weekStart: Type.Optional(
      Type.String({
        minLength: 10,
        maxLength: 10,
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        description: 'Its Monday, `2026-11-16`; instead of `week`.',
      }),
    ),
    ou: askedUnit,
  },
  closed,
);

const DAY_MS = 86_400_000;

const HOURLY_RANGE = { defaultMs: DAY_MS, maxMs: MAX_HOURLY_DAYS * DAY_MS } as const;

interface HourlyQuery {
  readonly from?: string;
  readonly to?: string;
  readonly ou?: string;
}

/** The endpoints of reports. */
export const REPORT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/reports/weekly',
    operationId: 'getWeeklyReport',
    summary: 'Get the report of a week',
    description:
      '`week`, `from`, `to` and `complete` of the answer say which week it is about. A unit is counted with what is below it; without `ou` a key that is limited to a unit gets the report of that unit. Also as CSV and as a page to print.',
    tag: 'Reports',
    scope: 'reports:read',
    extension: false,
    query: Query,
    formats: FORMATS,
    view: { action: 'report.viewed' },
    responses: { 200: ref('WeeklyReport') },
    faults: ['not_found'],
    handle: async ({ query, caller, format }, { store, clock }): Promise<Reply> => {
      const { organisationId, timezone } = caller;
      const now = clock.now();
      const ouPath = await askedOu(store, reachOf(caller), query.ou);
      const week =
        askedWeek(query, { now, timezone }) ??
        (await lastWeekWithData(store, { organisationId, ouPath, timezone, now }));
      const report = await weeklyReport(store, { organisationId, timezone, ouPath, week, now });
      // A report without people shows nobody's activity.
      const recordCount = report.topUsers.length;
      if (format === 'csv') {
        const name = `schoolgate-${report.week}.csv`;
        const headers = { 'content-disposition': `attachment; filename="${name}"` };
        return { status: 200, body: reportCsv(report), mediaType: FORMATS.csv, headers, recordCount };
      }
      if (format === 'html') {
        const organisation = await store.organisations.get(organisationId);
        if (organisation === null) throw new Fault('not_found', 'There is no such organisation.');
        const headers = { 'content-security-policy': REPORT_PAGE_POLICY };
        return {
          status: 200,
          body: reportPage(report, organisation.name),
          mediaType: FORMATS.html,
          headers,
          recordCount,
        };
      }
      return { status: 200, body: report, recordCount };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/reports/hourly',
    operationId: 'getHourlyReport',
    summary: 'Get requests and blocks by hour, beside the usual',
    description:
      'By default the last 24 hours, in the organisation’s time zone. A request counts for the unit of the device that made it. An hour that is not over yet is compared with a whole one: `complete` says which.',
    tag: 'Reports',
    scope: 'reports:read',
    extension: true,
    query: Type.Object({ ...timeRangeParameters(HOURLY_RANGE), ou: askedUnit }, closed),
    view: { action: 'report.viewed' },
    responses: { 200: ref('HourlyReport') },
    faults: ['not_found'],
    handle: async ({ query, caller }, { store, clock }) => {
      const { organisationId, timezone } = caller;
      const now = clock.now();
      const { ou, ...bounds } = query as HourlyQuery;
      const range = readTimeRange(bounds, HOURLY_RANGE, { now, timezone }) ?? { from: now - DAY_MS, to: now };
      const ouPath = await askedOu(store, reachOf(caller), ou);
      const report = await hourlyReport(store, { organisationId, timezone, ouPath, range, now });
      // It is about nobody.
      return { status: 200, body: report, recordCount: 0 };
    },
  }),
];
