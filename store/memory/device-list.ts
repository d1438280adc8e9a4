import { lockState } from '../../contracts/device/lock.ts';
import { statusShown } from '../../contracts/device/presence.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField } from '../ports/devices.ts';
import { isWithinOu } from '../rules/ou-path.ts';
import { searchKey, textKey } from '../rules/text-key.ts';

/** Whether a device fits a filter at a moment. */
export function deviceFits(device: DeviceRecord, filter: DeviceFilter, now: number): boolean {
  const { battery } = device;
  return (
    isOneOf(filter.status, statusShown(device, now)) &&
    isOneOf(filter.campus, device.campus) &&
    isOneOf(filter.platform, device.platform) &&
    isOneOf(filter.protection, device.protection.state) &&
    isOneOf(filter.lock, lockState(device.lock)) &&
    isOneOf(filter.user?.map(textKey), device.user === null ? null : textKey(device.user)) &&
    (filter.ouPaths === undefined || filter.ouPaths.some((path) => isWithinOu(device.ouPath, path))) &&
    (filter.withinOuPath === undefined || isWithinOu(device.ouPath, filter.withinOuPath)) &&
    (filter.tag === undefined || filter.tag.some((tag) => device.tags.includes(tag))) &&
    (filter.q === undefined || hasPart(device, textKey(filter.q))) &&
    (filter.minBattery === undefined || (battery !== null && battery >= filter.minBattery)) &&
    (filter.maxBattery === undefined || (battery !== null && battery <= filter.maxBattery))
  );
}

export function deviceSortValue(device: DeviceRecord, field: DeviceSortField): string | number | null {
  switch (field) {
    case 'name':
      return textKey(device.name);
    case 'lastSeen':
      return device.lastSeenAt;
    case 'battery':
      return device.battery;
    case 'status':
      return device.status;
  }
}

function isOneOf<Value>(wanted: readonly Value[] | undefined, value: Value | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}

function hasPart(device: DeviceRecord, part: string): boolean {
  const texts = [searchKey([device.name, device.serial, device.assetTag]), searchKey([device.user])];
  return texts.some((text) => text.includes(part));
}
