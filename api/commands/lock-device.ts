import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { orderCommand } from './order.ts';

export const lockDevice = defineRoute({
  method: 'POST',
  path: '/v1/devices/{id}/lock',
  operationId: 'lockDevice',
  urgent: true,
  summary: 'Lock a device',
  description:
    'A second lock while one is open gives the open command, as it is. Unlock with a command of type `unlock`.',
  tag: 'Devices',
  scope: 'devices:write',
  extension: false,
  params: idParams('dev'),
  body: ref('LockParams'),
  bodyOptional: true,
  responses: { 200: ref('Command'), 202: ref('Command') },
  faults: ['not_found', 'command_not_supported'],
  handle: (request, tools) =>
    orderCommand(request, tools, {
      deviceId: request.params.id,
      request: { type: 'lock', params: request.body },
    }),
});
