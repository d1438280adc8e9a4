import { Type } from 'typebox';
import { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import type { DeviceFilter, DeviceSortField } from '../../store/ports/devices.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { RemovalCodes } from '../../store/rules/removal-codes.ts';
import { toCommand } from '../../store/views/command.ts';
import { toDevice } from '../../store/views/device.ts';
import {
  COMMAND_LIST,
  type CommandListQuery,
  commandFilters,
  pageWithWhereabouts,
} from '../commands/command-list.ts';
import { orderCommand } from '../commands/order.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { deviceInReach, reachOf } from '../input/reach.ts';
import { unenrollDevice, updateDevice } from './devices.ts';
import { deviceSummary } from './summary.ts';

const SORTABLE = [
  'name',
  'lastSeen',
  'battery',
  'status',
  'protection',
  'lock',
  'user',
  'ou',
] as const satisfies readonly DeviceSortField[];

export interface RemovalCodeTools extends RouteTools {
  /** Null = this server has no removal codes. */
  readonly removalCodes: RemovalCodes | null;
}

/** The endpoints of devices, with the commands of one device. */
export const DEVICE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/devices',
    operationId: 'listDevices',
    summary: 'List devices',
    tag: 'Devices',
    scope: 'devices:read',
    extension: false,
    query: DeviceFilterFields,
    list: { sortable: SORTABLE, defaultSort: 'name', updatedSince: true },
    view: { action: 'devices.viewed' },
    responses: { 200: listOf('Device') },
    handle: async ({ query, caller, page }, { store, clock }) => {
      const filter = await readDeviceFilter(store, reachOf(caller), query);
      const now = clock.now();
      return await page(
        filter,
        (list: ListQuery<DeviceFilter, DeviceSortField>) => store.devices.list(list),
        (row) => toDevice(row, now),
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/devices/summary',
    operationId: 'getDeviceSummary',
    summary: 'Count devices by connection, protection, lock and policy version',
    description:
      'One number for each combination that there is, of the devices that a list with the same filters has.',
    tag: 'Devices',
    scope: 'devices:read',
    extension: true,
    query: DeviceFilterFields,
    view: { action: 'devices.viewed', keysTogether: true },
    responses: { 200: ref('DeviceSummary') },
    handle: async ({ query, caller }, { store, clock }) => {
      const filter = await readDeviceFilter(store, reachOf(caller), query);
      const body = deviceSummary(await store.devices.summary(caller.organisationId, filter), clock.now());
      // Counts tell of somebody only where the filter picks a person.
      const isAboutSomebody = query.user !== undefined || query.q !== undefined;
      return { status: 200, body, recordCount: isAboutSomebody ? body.total : 0 };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/devices/{id}',
    operationId: 'getDevice',
    summary: 'Get one device',
    tag: 'Devices',
    scope: 'devices:read',
    extension: false,
    params: idParams('dev'),
    view: { action: 'devices.viewed', keysTogether: true },
    responses: { 200: ref('Device') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store, clock }) => {
      const device = await deviceInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toDevice(device, clock.now()), version: device.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/devices/{id}',
    operationId: 'updateDevice',
    summary: 'Change name, unit, asset tag or tags of a device',
    tag: 'Devices',
    scope: 'devices:write',
    extension: true,
    params: idParams('dev'),
    body: ref('DevicePatch'),
    responses: { 200: ref('Device') },
    faults: ['not_found', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const now = clock.now();
        const call = { reach: reachOf(caller), id: params.id, now, checkVersion: checkIfMatch };
        const before = toDevice(await deviceInReach(tx, call.reach, params.id), now);
        const device = await updateDevice(tx, call, body);
        const after = toDevice(device, now);
        return {
          status: 200,
          body: after,
          version: device.version,
          audit: { action: 'device.updated', target: device.id, before, after },
        };
      }),
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/devices/{id}/command',
    operationId: 'sendCommand',
    urgent: true,
    waits: true,
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
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/devices/{id}/lock',
    operationId: 'lockDevice',
    urgent: true,
    waits: true,
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
  }),

  defineRoute({
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
  }),
];
