import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import { toCommand } from '../../store/views/command.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';
import { COMMAND_LIST, type CommandListQuery, commandFilters } from './filter.ts';
import { pageWithWhereabouts } from './whereabouts.ts';

export const listDeviceCommands = defineRoute({
  method: 'GET',
  path: '/v1/devices/{id}/commands',
  operationId: 'listDeviceCommands',
  summary: 'List the commands of a device',
  tag: 'Commands',
  scope: 'devices:read',
  extension: true,
  params: idParams('dev'),
  query: Type.Object(commandFilters, closed),
  list: COMMAND_LIST,
  view: { action: 'commands.viewed' },
  responses: { 200: listOf('Command') },
  faults: ['not_found'],
  handle: async ({ params, query: { status, type }, caller, page }, { store }) => {
    const { id: deviceId } = await deviceInReach(store, reachOf(caller), params.id);
    const filter = {
      deviceId,
      ...(status === undefined ? {} : { status }),
      ...(type === undefined ? {} : { type }),
    };
    return pageWithWhereabouts(
      await page(filter, (list: CommandListQuery) => store.commands.list(list), toCommand),
    );
  },
});
