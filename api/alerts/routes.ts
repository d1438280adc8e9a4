import { Type } from 'typebox';
import { ALERT_STATUSES, ALERT_TYPES, SEVERITIES } from '../../contracts/alerts/rules.ts';
import { closed, IdOf, OneOf } from '../../contracts/rest/resources.ts';
import type { AlertFilter, AlertSortField } from '../../store/ports/alerts.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAlert } from '../../store/views/alert.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { alertInReach, changeAlert } from './alerts.ts';

const Query = Type.Object(
  {
    type: manyOf(OneOf(ALERT_TYPES)),
    severity: manyOf(OneOf(SEVERITIES)),
    status: manyOf(OneOf(ALERT_STATUSES)),
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
  },
  closed,
);

/** The endpoints of alerts. */
export const ALERT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/alerts',
    operationId: 'listAlerts',
    summary: 'List alerts',
    description: 'Newest first. `from` and `to` bound when an alert was made.',
    tag: 'Alerts',
    scope: 'alerts:read',
    extension: false,
    query: Query,
    view: { action: 'alerts.viewed' },
    list: {
      sortable: ['timestamp', 'severity'],
      defaultSort: '-timestamp',
      timeRange: {},
      pageWindow: PAGE_WINDOW,
    },
    responses: { 200: listOf('Alert') },
    handle: async ({ query, caller, page }, { store }) => {
      const { type, severity, status, deviceId, user, ou } = query;
      const filter = {
        ...(type === undefined ? {} : { type }),
        ...(severity === undefined ? {} : { severity }),
        ...(status === undefined ? {} : { status }),
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(user === undefined ? {} : { user }),
        ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
        ...withinReach(reachOf(caller)),
      };
      return await page(
        filter,
        (list: ListQuery<AlertFilter, AlertSortField>) => store.alerts.list(list),
        toAlert,
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/alerts/{id}',
    operationId: 'getAlert',
    summary: 'Get one alert',
    tag: 'Alerts',
    scope: 'alerts:read',
    extension: true,
    params: idParams('alt'),
    view: { action: 'alerts.viewed' },
    responses: { 200: ref('Alert') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const alert = await alertInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toAlert(alert), version: alert.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/alerts/{id}',
    operationId: 'updateAlert',
    urgent: true,
    summary: 'Acknowledge or resolve an alert',
    description:
      'For owners and administrators, and for keys with the scope `alerts:write`. An alert goes from open to acknowledged to resolved, or at once to resolved, and never back.',
    tag: 'Alerts',
    scope: 'alerts:write',
    extension: true,
    params: idParams('alt'),
    body: ref('AlertPatch'),
    view: { action: 'alerts.viewed' },
    responses: { 200: ref('Alert') },
    faults: ['not_found', 'conflict', 'precondition_failed'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const known = await alertInReach(tx, reachOf(caller), params.id);
        checkIfMatch(known.version);
        const alert = await changeAlert(tx, known, body, { by: caller.actor, at: clock.now() });
        return {
          status: 200,
          body: toAlert(alert),
          version: alert.version,
          audit: { action: 'alert.updated', target: alert.id, before: toAlert(known), after: toAlert(alert) },
        };
      }),
  }),
];
