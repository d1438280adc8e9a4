import { toDevice } from '../../store/views/device.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';

export const getDevice = defineRoute({
  method: 'GET',
  path: '/v1/devices/{id}',
  operationId: 'getDevice',
  summary: 'Get one device',
  tag: 'Devices',
  scope: 'devices:read',
  extension: false,
  params: idParams('dev'),
  view: { action: 'devices.viewed', keysTogether: true },
  responses: { 200: ref('Device') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store, clock }) => {
    const device = await deviceInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toDevice(device, clock.now()), version: device.version };
  },
});
