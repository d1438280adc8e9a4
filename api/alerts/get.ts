import { toAlert } from '../../store/views/alert.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { alertInReach } from './in-reach.ts';

export const getAlert = defineRoute({
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
});
