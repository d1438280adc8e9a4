import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { changeNotifications, notificationsOf, toAlertNotifications } from './alert-notifications.ts';

/** Tools of these endpoints, beside those of all endpoints. */
export interface AlertNotificationTools extends RouteTools {
  /** Whether the server can send e-mail. */
  readonly mailServer: () => Promise<boolean>;
}

/** The endpoints of who is mailed about new alerts. */
export const ALERT_NOTIFICATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/alert-notifications',
    operationId: 'getAlertNotifications',
    summary: 'Who is mailed about new alerts, and the quiet hours',
    description:
      'Who is limited to a unit sees the recipients of that unit and those below it. `alerts:read` does not open it, since it shows addresses of people.',
    tag: 'Alerts',
    scope: 'alerts:write',
    extension: true,
    responses: { 200: ref('AlertNotifications') },
    handle: async ({ caller }, { store, ...tools }: AlertNotificationTools) => {
      const mailServer = await tools.mailServer();
      const notifications = await notificationsOf(store, caller.organisationId);
      const body = await toAlertNotifications(store, caller, { notifications, mailServer });
      return { status: 200, body, version: notifications.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/alert-notifications',
    operationId: 'updateAlertNotifications',
    summary: 'Set who is mailed about new alerts, and the quiet hours',
    description:
      'For owners and administrators, and for keys with the scope `alerts:write`, that reach the whole organisation. Each address gets one mail a round about all new alerts of its units that are at least as severe as `minSeverity`, with title, unit and time of each: at most one in two minutes when there is a critical alert among them, else one in ten; what comes in between is in the next. In quiet hours critical alerts alone are mailed; the others are sent together when the hours end. A new address is told of alerts that are made from then on. An alert older than three days is not mailed any more. `recipients` names all of them; null means nobody, and `quietHours: null` none.',
    tag: 'Alerts',
    scope: 'alerts:write',
    extension: true,
    body: ref('AlertNotificationsPatch'),
    responses: { 200: ref('AlertNotifications') },
    faults: ['ou_not_permitted', 'unprocessable', 'precondition_failed'],
    handle: async ({ body, caller, checkIfMatch, transact }, tools: AlertNotificationTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { clock } = tools;
      const mailServer = await tools.mailServer();
      return await transact(async (tx) => {
        const known = await notificationsOf(tx, caller.organisationId);
        checkIfMatch(known.version);
        const before = await toAlertNotifications(tx, caller, { notifications: known, mailServer });
        const changed = await changeNotifications(tx, known, { patch: body, caller, now: clock.now() });
        const after = await toAlertNotifications(tx, caller, { notifications: changed, mailServer });
        return {
          status: 200,
          body: after,
          version: changed.version,
          audit: { action: 'alert_notifications.updated', target: null, before, after },
        };
      });
    },
  }),
];
