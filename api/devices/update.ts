import { toDevice } from '../../store/views/device.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';
import { updateDevice as update } from './devices.ts';

export const updateDevice = defineRoute({
  method: 'PATCH',
  path: '/v1/devices/{id}',
  operationId: 'updateDevice',
  summary: 'Change name, unit, asset tag or tags of a device',
  tag: 'Devices',
  scope: 'devices:write',
  extension: true,
  params: idParams('dev'),
  body: ref('DevicePatch'),
  responses: { 200: ref('Device') },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const now = clock.now();
      const call = { reach: reachOf(caller), id: params.id, now, checkVersion: checkIfMatch };
      const before = toDevice(await deviceInReach(tx, call.reach, params.id), now);
      const device = await update(tx, call, body);
      const after = toDevice(device, now);
      return {
        status: 200,
        body: after,
        version: device.version,
        audit: { action: 'device.updated', target: device.id, before, after },
      };
    }),
});
