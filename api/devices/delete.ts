import { toDevice } from '../../store/views/device.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';
import { unenrollDevice } from './devices.ts';

export const deleteDevice = defineRoute({
  method: 'DELETE',
  path: '/v1/devices/{id}',
  operationId: 'deleteDevice',
  summary: 'Unenroll a device',
  description:
    'The device is cut off at once and its open commands end. The same hardware gets its id back when it enrolls again. The laptop is not told: it goes on as its last policy says. To give it back whole send it the command `unenroll`, or read its removal code first.',
  tag: 'Devices',
  scope: 'devices:write',
  extension: true,
  params: idParams('dev'),
  responses: { 204: null },
  faults: ['not_found', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const reach = reachOf(caller);
      const now = clock.now();
      const device = await deviceInReach(tx, reach, params.id);
      await unenrollDevice(tx, { reach, id: params.id, now, checkVersion: checkIfMatch });
      return {
        status: 204,
        audit: { action: 'device.unenrolled', target: device.id, before: toDevice(device, now) },
      };
    }),
});
