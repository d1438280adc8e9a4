import { Type } from 'typebox';
import { HISTORY_TYPES } from '../../../contracts/rest/device-story.ts';
import { closed, OneOf } from '../../../contracts/rest/resources.ts';
import type { DeviceEventFilter } from '../../../store/ports/events.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { toDeviceHistoryEntry } from '../../../store/views/device-history.ts';
import { PAGE_WINDOW } from '../../http/lists/list-rules.ts';
import { defineRoute, type RouteTools } from '../../http/route.ts';
import { listOf, ref } from '../../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../../input/parameters.ts';
import { deviceInReach, reachOf } from '../../input/reach.ts';
import { deviceState, type StateTools } from './device-state.ts';

export type DeviceStateTools = RouteTools & Pick<StateTools, 'bundles'>;

/** What became of a device, and how it stands. */
export const DEVICE_STORY_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/devices/{id}/state',
    operationId: 'getDeviceState',
    summary: 'Get the state of a device with its reasons',
    description:
      'Why it is offline or unprotected and since when, the policies that it should enforce beside those that it does, and what its last self-test by command found.',
    tag: 'Devices',
    scope: 'devices:read',
    extension: true,
    params: idParams('dev'),
    view: { action: 'devices.viewed', keysTogether: true },
    responses: { 200: ref('DeviceState') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store, clock, bundles }: DeviceStateTools) => {
      const device = await deviceInReach(store, reachOf(caller), params.id);
      return { status: 200, body: await deviceState({ store, bundles }, device, clock.now()) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/devices/{id}/history',
    operationId: 'listDeviceHistory',
    summary: 'List what happened to a device',
    description:
      'Newest first, as far back as events are kept (30 days): its coming and going, its protection, its locks, a low battery, leaving its campus, its enrollments. What people did on it is not part of it.',
    tag: 'Devices',
    scope: 'devices:read',
    extension: true,
    params: idParams('dev'),
    query: Type.Object({ type: manyOf(OneOf(HISTORY_TYPES)) }, closed),
    list: {
      sortable: ['timestamp'],
      defaultSort: '-timestamp',
      timeRange: {},
      pageWindow: PAGE_WINDOW,
    },
    view: { action: 'devices.viewed', keysTogether: true },
    responses: { 200: listOf('DeviceHistoryEntry') },
    faults: ['not_found'],
    handle: async ({ params, query, caller, page }, { store }) => {
      const { id: deviceId } = await deviceInReach(store, reachOf(caller), params.id);
      return await page(
        { deviceId, types: query.type ?? HISTORY_TYPES },
        (list: ListQuery<DeviceEventFilter, 'timestamp'>) => store.events.ofDevice(list),
        toDeviceHistoryEntry,
      );
    },
  }),
];
