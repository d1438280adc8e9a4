import { Type } from 'typebox';
import { ACTIVITY_KINDS, CAMPUS_STATES, LOG_REASONS } from '../../contracts/rest/records.ts';
import { closed, IdOf, OneOf } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { ActivityFilter, LogFilter, RecordSortField } from '../../store/ports/records.ts';
import { toActivity, toLogEntry } from '../../store/views/records.ts';
import { type ListRules, PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { RECORDS_RANGE } from '../http/lists/time-range.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';

/** Rules of both lists of records: newest first, a hundred a page, and page numbers only as far as a person would page. */
const RECORD_LIST: ListRules = {
  sortable: ['timestamp'],
  defaultSort: '-timestamp',
  defaultLimit: 100,
  maxLimit: 1_000,
  timeRange: RECORDS_RANGE,
  pageWindow: PAGE_WINDOW,
};

const LogQuery = Type.Object(
  {
    deviceId: manyOf(IdOf('dev'), 100),
    user: manyOf(Type.String({ minLength: 1, maxLength: 254 }), 100),
    ou: manyOf(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
    domain: manyOf(
      Type.String({ minLength: 1, maxLength: 253, description: 'A domain, with all that is below it.' }),
    ),
    category: manyOf(Type.String({ minLength: 1, maxLength: 64 })),
    action: manyOf(OneOf(['allow', 'block'] as const)),
    reason: manyOf(OneOf(LOG_REASONS)),
    policyId: manyOf(IdOf('pol')),
    ruleId: manyOf(IdOf('rul')),
    campus: manyOf(OneOf(CAMPUS_STATES)),
  },
  closed,
);

const ActivityQuery = Type.Object(
  {
    user: manyOf(Type.String({ minLength: 1, maxLength: 254 }), 100),
    deviceId: manyOf(IdOf('dev'), 100),
    ou: manyOf(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
    kind: manyOf(OneOf(ACTIVITY_KINDS)),
    flagged: Type.Optional(Type.Boolean()),
    domain: manyOf(
      Type.String({ minLength: 1, maxLength: 253, description: 'A domain, with all that is below it.' }),
    ),
  },
  closed,
);

/** The endpoints of logs and activity. */
export const RECORD_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/logs',
    operationId: 'listLogs',
    summary: 'Query logs',
    description:
      'Decided requests, newest first; by default those of the last 24 hours. With filters that fit hardly any of millions of entries a page may hold fewer than `limit`, even none: go on with `nextCursor` while `hasMore` is true.',
    tag: 'Logs',
    scope: 'logs:read',
    extension: false,
    query: LogQuery,
    list: RECORD_LIST,
    view: { action: 'logs.viewed' },
    responses: { 200: listOf('LogEntry') },
    handle: async ({ query, caller, page }, { store }) => {
      const { deviceId, user, ou, domain, category, action, reason, policyId, ruleId, campus } = query;
      const filter: LogFilter = {
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(user === undefined ? {} : { user }),
        ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
        ...(domain === undefined ? {} : { domain }),
        ...(category === undefined ? {} : { category }),
        ...(action === undefined ? {} : { action }),
        ...(reason === undefined ? {} : { reason }),
        ...(policyId === undefined ? {} : { policyId }),
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(campus === undefined ? {} : { campus }),
        ...withinReach(reachOf(caller)),
      };
      return await page(
        filter,
        (list: ListQuery<LogFilter, RecordSortField>) => store.records.logs(list),
        toLogEntry,
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/activity',
    operationId: 'listActivity',
    summary: 'Query activity',
    description: 'What people did, newest first; by default in the last 24 hours.',
    tag: 'Activity',
    scope: 'activity:read',
    extension: false,
    query: ActivityQuery,
    list: RECORD_LIST,
    view: { action: 'activity.viewed' },
    responses: { 200: listOf('Activity') },
    handle: async ({ query, caller, page }, { store }) => {
      const { user, deviceId, ou, kind, flagged, domain } = query;
      const filter: ActivityFilter = {
        ...(user === undefined ? {} : { user }),
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
        ...(kind === undefined ? {} : { kind }),
        ...(flagged === undefined ? {} : { flagged }),
        ...(domain === undefined ? {} : { domain }),
        ...withinReach(reachOf(caller)),
      };
      return await page(
        filter,
        (list: ListQuery<ActivityFilter, RecordSortField>) => store.records.activity(list),
        toActivity,
      );
    },
  }),
];
