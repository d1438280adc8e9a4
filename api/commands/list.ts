import { Type } from 'typebox';
import { closed, IdOf } from '../../contracts/rest/resources.ts';
import { toCommand } from '../../store/views/command.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { COMMAND_LIST, type CommandListQuery, commandFilters } from './filter.ts';
import { pageWithWhereabouts } from './whereabouts.ts';

export const listCommands = defineRoute({
  method: 'GET',
  path: '/v1/commands',
  operationId: 'listCommands',
  summary: 'List commands',
  tag: 'Commands',
  scope: 'devices:read',
  extension: true,
  query: Type.Object({ deviceId: Type.Optional(IdOf('dev')), ...commandFilters }, closed),
  list: COMMAND_LIST,
  view: { action: 'commands.viewed' },
  responses: { 200: listOf('Command') },
  handle: async ({ query: { deviceId, status, type }, caller, page }, { store }) => {
    const reply = await page(
      {
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(status === undefined ? {} : { status }),
        ...(type === undefined ? {} : { type }),
        ...withinReach(reachOf(caller)),
      },
      (list: CommandListQuery) => store.commands.list(list),
      toCommand,
    );
    return pageWithWhereabouts(reply);
  },
});
