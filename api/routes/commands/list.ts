import { Type } from 'typebox';
import { closed, IdOf } from '../../../contracts/rest/resources.ts';
import { toCommand } from '../../../store/views/command.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schema-ref.ts';
import { reachOf, withinReach } from '../../services/reach.ts';
import { COMMAND_LIST, type CommandListQuery, commandFilters } from './filter.ts';

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
  responses: { 200: listOf('Command') },
  handle: ({ query: { deviceId, status, type }, caller, page }, { store }) =>
    page(
      {
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(status === undefined ? {} : { status }),
        ...(type === undefined ? {} : { type }),
        ...withinReach(reachOf(caller)),
      },
      (list: CommandListQuery) => store.commands.list(list),
      toCommand,
    ),
});
