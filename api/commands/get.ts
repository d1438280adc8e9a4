import { COMMAND_STATUSES } from '../../contracts/device/command.ts';
import { toCommand } from '../../store/views/command.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { commandInReach, reachOf } from '../input/reach.ts';
import { withWhereabouts } from './whereabouts.ts';

export const getCommand = defineRoute({
  method: 'GET',
  path: '/v1/commands/{id}',
  operationId: 'getCommand',
  summary: 'Get one command',
  tag: 'Commands',
  scope: 'devices:read',
  extension: true,
  params: idParams('cmd'),
  view: { action: 'commands.viewed' },
  responses: { 200: ref('Command') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const command = await commandInReach(store, reachOf(caller), params.id);
    // A command changes with its status alone, and enters none twice: the status is its version.
    const version = COMMAND_STATUSES.indexOf(command.status) + 1;
    const body = toCommand(command);
    return withWhereabouts({ status: 200, body, version }, [body]);
  },
});
