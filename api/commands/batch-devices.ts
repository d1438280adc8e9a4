import { MAX_FILTERED_DEVICES } from '../../contracts/rest/command-batches.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import { Fault } from '../../kit/fault.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField } from '../../store/ports/devices.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { deviceInReach, mayReach, type Reach } from '../input/reach.ts';
import { requireSupport } from './command-support.ts';

/** The devices of a batch, as the request names them. */
export type BatchDevices =
  | { readonly kind: 'named'; readonly ids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: DeviceFilter };

/** Devices read before other work gets its turn: some milliseconds. */
const READ_AT_ONCE = 250;

/** A device of an order; null = there is none of this id in the caller's reach. */
export type OrderedDevice = readonly [id: string, device: DeviceRecord | null];

/**
 * The ids of the devices of an order. A filter is evaluated now; its devices are in the order of their ids. Do not call it inside a
 * transaction, because it gives other work its turn.
 * @throws Fault unprocessable when a filter matches too many
 */
export async function devicesOfBatch(
  store: Pick<Repositories, 'devices'>,
  order: { readonly reach: Reach; readonly devices: BatchDevices },
): Promise<readonly string[]> {
  if (order.devices.kind === 'named') return order.devices.ids;
  const ids: string[] = [];
  for await (const group of orderedDevices(store, order)) ids.push(...group.map(([id]) => id));
  return ids;
}

/** The devices of an order in groups, under the same conditions as `devicesOfBatch`. */
export async function* orderedDevices(
  { devices }: Pick<Repositories, 'devices'>,
  { reach, devices: wanted }: { readonly reach: Reach; readonly devices: BatchDevices },
): AsyncGenerator<readonly OrderedDevice[]> {
  yield* wanted.kind === 'named'
    ? namedDevices(devices, reach, wanted.ids)
    : filteredDevices(devices, reach, wanted.filter);
}

async function* namedDevices(
  devices: Repositories['devices'],
  reach: Reach,
  ids: readonly string[],
): AsyncGenerator<readonly OrderedDevice[]> {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const group: OrderedDevice[] = [];
    for (const id of ids.slice(at, at + READ_AT_ONCE)) {
      const device = await devices.get(reach.organisationId, id);
      group.push([id, device !== null && mayReach(reach, device.ouPath) ? device : null]);
    }
    yield group;
    await nextTurn();
  }
}

async function* filteredDevices(
  devices: Repositories['devices'],
  { organisationId }: Reach,
  filter: DeviceFilter,
): AsyncGenerator<readonly OrderedDevice[]> {
  let found = 0;
  let from: ListQuery<DeviceFilter, DeviceSortField>['from'] = { kind: 'page', page: 1 };
  for (;;) {
    const page = await devices.list({ organisationId, filter, sort: [], limit: READ_AT_ONCE, from });
    found += page.rows.length;
    if (found > MAX_FILTERED_DEVICES)
      throw new Fault('unprocessable', `The filter matches more than ${MAX_FILTERED_DEVICES} devices.`);
    yield page.rows.map((device) => [device.id, device]);
    if (!page.hasMore || page.last === null) return;
    from = { kind: 'after', position: page.last };
    await nextTurn();
  }
}

/** Checks that at least one of the devices can have the command. @throws Fault unprocessable, with the reason of the first, when none can */
export async function requireOneFitting(
  store: Pick<Repositories, 'devices'>,
  reach: Reach,
  { type }: Pick<CommandRequest, 'type'>,
  deviceIds: readonly string[],
): Promise<void> {
  let reason: string | null = null;
  for (const [at, id] of deviceIds.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn();
    try {
      requireSupport(type, (await deviceInReach(store, reach, id)).platform);
      return;
    } catch (error) {
      if (!(error instanceof Fault) || !['not_found', 'command_not_supported'].includes(error.code))
        throw error;
      reason ??= error.message;
    }
  }
  throw noneFits(reason);
}

/** @param reason of the first device; null = there is no device */
export function noneFits(reason: string | null): Fault {
  const detail =
    reason === null ? 'No device fits the filter.' : `None of the devices can have this command: ${reason}`;
  return new Fault('unprocessable', detail);
}
