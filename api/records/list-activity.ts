import { Type } from 'typebox';
import { ACTIVITY_KINDS } from '../../contracts/rest/records.ts';
import { closed, IdOf, OneOf } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { ActivityFilter, RecordSortField } from '../../store/ports/records.ts';
import { toActivity } from '../../store/views/records.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { RECORD_LIST } from './record-list.ts';

const Query = Type.Object(
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

export const listActivity = defineRoute({
  method: 'GET',
  path: '/v1/activity',
  operationId: 'listActivity',
  summary: 'Query activity',
  description: 'What people did, newest first; by default in the last 24 hours.',
  tag: 'Activity',
  scope: 'activity:read',
  extension: false,
  query: Query,
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
});
