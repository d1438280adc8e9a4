import { Type } from 'typebox';
import { COMMAND_STATUSES } from '../../contracts/device/command.ts';
import { closed, IdOf } from '../../contracts/rest/resources.ts';
import { toCommand } from '../../store/views/command.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { commandInReach, reachOf, withinReach } from '../input/reach.ts';
import {
  COMMAND_LIST,
  type CommandListQuery,
  commandFilters,
  pageWithWhereabouts,
  withWhereabouts,
} from './command-list.ts';
import { cancelCommand } from './commands.ts';

/** The endpoints of single commands. Those of one device are among the endpoints of devices. */
export const COMMAND_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/commands',
    operationId: 'listCommands',
    summary: 'List commands',
    description: 'Newest first. `from` and `to` bound when a command was asked for.',
    tag: 'Commands',
    scope: 'devices:read',
    extension: true,
    query: Type.Object(
      {
        deviceId: Type.Optional(IdOf('dev')),
        batchId: Type.Optional(
          Type.String({ ...IdOf('bat'), description: 'All commands that are in the batch.' }),
        ),
        ...commandFilters,
      },
      closed,
    ),
    list: COMMAND_LIST,
    view: { action: 'commands.viewed' },
    responses: { 200: listOf('Command') },
    handle: async ({ query: { deviceId, batchId, status, type }, caller, page }, { store }) => {
      const reply = await page(
        {
          ...(deviceId === undefined ? {} : { deviceId }),
          ...(batchId === undefined ? {} : { batchId }),
          ...(status === undefined ? {} : { status }),
          ...(type === undefined ? {} : { type }),
          ...withinReach(reachOf(caller)),
        },
        (list: CommandListQuery) => store.commands.list(list),
        toCommand,
      );
      return pageWithWhereabouts(reply);
    },
  }),

  defineRoute({
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
      // A command changes only with its status and has each status at most once, so the status is its version.
      const version = COMMAND_STATUSES.indexOf(command.status) + 1;
      const body = toCommand(command);
      return withWhereabouts({ status: 200, body, version }, [body]);
    },
  }),

  defineRoute({
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
        const command = toCommand(await cancelCommand(tx, tools, { reach, id: params.id }));
        return {
          status: 200,
          body: command,
          audit: { action: 'command.cancelled', target: command.id, before, after: command },
        };
      }),
  }),
];
