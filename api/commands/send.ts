import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { orderCommand } from './order.ts';

export const sendCommand = defineRoute({
  method: 'POST',
  path: '/v1/devices/{id}/command',
  operationId: 'sendCommand',
  urgent: true,
  summary: 'Send a command to a device',
  description:
    'The command waits for a device that is offline until it expires. `Prefer: wait=10` (at most 30) answers 200 with the ended command, if it ends in time.',
  tag: 'Devices',
  scope: 'devices:write',
  extension: false,
  params: idParams('dev'),
  body: ref('CommandRequest'),
  responses: { 200: ref('Command'), 202: ref('Command') },
  faults: ['not_found', 'command_not_supported'],
  handle: (request, tools) =>
    orderCommand(request, tools, { deviceId: request.params.id, request: request.body }),
});
