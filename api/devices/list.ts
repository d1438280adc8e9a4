import { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import type { DeviceFilter, DeviceSortField } from '../../store/ports/devices.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toDevice } from '../../store/views/device.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { readDeviceFilter } from '../input/device-filter.ts';
import { reachOf } from '../input/reach.ts';

const SORTABLE = ['name', 'lastSeen', 'battery', 'status'] as const satisfies readonly DeviceSortField[];

export const listDevices = defineRoute({
  method: 'GET',
  path: '/v1/devices',
  operationId: 'listDevices',
  summary: 'List devices',
  tag: 'Devices',
  scope: 'devices:read',
  extension: false,
  query: DeviceFilterFields,
  list: { sortable: SORTABLE, defaultSort: 'name' },
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
});
