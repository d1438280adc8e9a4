import { toCommand } from '../../store/views/command.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { commandInReach, reachOf } from '../input/reach.ts';
import { cancelCommand as cancel } from './commands.ts';

export const cancelCommand = defineRoute({
  method: 'POST',
  path: '/v1/commands/{id}/cancel',
  operationId: 'cancelCommand',
  urgent: true,
  summary: 'Take a queued command back',
  tag: 'Commands',
  scope: 'devices:write',
  extension: true,
  params: idParams('cmd'),
  responses: { 200: ref('Command') },
  faults: ['not_found', 'command_not_cancellable'],
  handle: ({ params, caller, transact }, tools) =>
    transact(async (tx) => {
      const reach = reachOf(caller);
      const before = toCommand(await commandInReach(tx, reach, params.id));
      const command = toCommand(await cancel(tx, tools, { reach, id: params.id }));
      return {
        status: 200,
        body: command,
        audit: { action: 'command.cancelled', target: command.id, before, after: command },
      };
    }),
});
