import { toAlert } from '../../store/views/alert.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { changeAlert } from './change.ts';
import { alertInReach } from './in-reach.ts';

export const updateAlert = defineRoute({
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
});
