import { MAX_FILTERED_DEVICES } from '../../contracts/rest/command-batches.ts';
import type { CommandRequest } from '../../contracts/rest/requests.ts';
import { Fault } from '../../kit/fault.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { DeviceFilter, DeviceSortField } from '../../store/ports/devices.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { deviceInReach, type Reach } from '../input/reach.ts';
import { requireSupport } from './command-support.ts';

/** The devices of a batch, as the request names them. */
export type BatchDevices =
  | { readonly kind: 'named'; readonly ids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: DeviceFilter };

/** Devices read before other work gets its turn: some milliseconds. */
const READ_AT_ONCE = 250;

/**
 * The ids of the devices of an order. A filter is evaluated now; its devices are in the order of their ids. Do not call it inside a
 * transaction, because it gives other work its turn.
 * @throws Fault unprocessable when a filter matches too many
 */
export async function devicesOfBatch(
  { devices }: Pick<Repositories, 'devices'>,
  { reach, devices: wanted }: { readonly reach: Reach; readonly devices: BatchDevices },
): Promise<readonly string[]> {
  if (wanted.kind === 'named') return wanted.ids;
  const ids: string[] = [];
  let from: ListQuery<DeviceFilter, DeviceSortField>['from'] = { kind: 'page', page: 1 };
  for (;;) {
    const { rows, hasMore, last } = await devices.list({
      organisationId: reach.organisationId,
      filter: wanted.filter,
      sort: [],
      limit: READ_AT_ONCE,
      from,
    });
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > MAX_FILTERED_DEVICES)
      throw new Fault('unprocessable', `The filter matches more than ${MAX_FILTERED_DEVICES} devices.`);
    if (!hasMore || last === null) return ids;
    from = { kind: 'after', position: last };
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
