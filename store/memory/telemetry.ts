import type { DeviceId } from '../../contracts/ids.ts';
import type { TelemetryStore } from '../ports/telemetry.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, jsonCopy } from './tables.ts';

interface Received {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
}

export function createTelemetryStore({
  tables: { activity, deviceEvents },
}: Context): Synchronous<TelemetryStore> {
  return {
    appendActivity: (batch) =>
      batch.filter((item) => addNew(activity, `${item.deviceId} ${item.record.id} ${item.record.at}`, item))
        .length,
    appendDeviceEvents: (batch) =>
      batch.filter((item) => addNew(deviceEvents, `${item.deviceId} ${item.event.id}`, item)),
    recentActivity: (organisationId, filter) => newest([...activity.values()], organisationId, filter),
    recentDeviceEvents: (organisationId, filter) =>
      newest([...deviceEvents.values()], organisationId, filter),
    activityCounts(organisationId, since) {
      const requests = [...activity.values()].filter(
        (item) =>
          item.organisationId === organisationId &&
          item.receivedAt >= since &&
          item.record.kind === 'request',
      );
      return {
        requests: requests.length,
        blocked: requests.filter(({ record }) => record.action === 'block').length,
      };
    },
  };
}

function addNew<Item>(table: Map<string, Item>, key: string, item: Item): boolean {
  if (table.has(key)) return false;
  table.set(key, jsonCopy(item));
  return true;
}

function newest<Item extends Received>(
  items: readonly Item[],
  organisationId: number,
  { deviceId, limit }: { readonly deviceId?: DeviceId; readonly limit: number },
): readonly Item[] {
  return items
    .filter(
      (item) =>
        item.organisationId === organisationId && (deviceId === undefined || item.deviceId === deviceId),
    )
    .map((item, number) => ({ item, number }))
    .sort((a, b) => b.item.receivedAt - a.item.receivedAt || b.number - a.number)
    .slice(0, limit)
    .map(({ item }) => item);
}
