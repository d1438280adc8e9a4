import { Fault } from '../../kit/fault.ts';
import type { RemovalCodes } from '../../store/rules/removal-codes.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';

export interface RemovalCodeTools extends RouteTools {
  /** Null: this server has none. */
  readonly removalCodes: RemovalCodes | null;
}

export const getRemovalCode = defineRoute({
  method: 'GET',
  path: '/v1/devices/{id}/removal-code',
  operationId: 'getRemovalCode',
  summary: 'Get the removal code of a device',
  description:
    'With it somebody with root takes Schoolgate off the laptop without the server. Each enrollment has another; once the device is unenrolled there is none. Needs the right to unenroll: `devices:write`.',
  tag: 'Devices',
  scope: 'devices:write',
  extension: true,
  params: idParams('dev'),
  view: { action: 'removal_codes.viewed' },
  responses: { 200: ref('RemovalCode') },
  faults: ['not_found', 'unavailable'],
  handle: async ({ params, caller }, { store, removalCodes }: RemovalCodeTools) => {
    const device = await deviceInReach(store, reachOf(caller), params.id);
    if (removalCodes === null) throw new Fault('unavailable', 'This server has no removal codes.');
    const code = removalCodes.codeOf(device);
    if (code === null) throw notFound('device');
    return { status: 200, body: { deviceId: device.id, code } };
  },
});
