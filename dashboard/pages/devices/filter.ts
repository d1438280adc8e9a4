import type { CommandBatchInputFilter, Device } from '../../../sdk/node/index.ts';
import { type DevicesSearch, devicesSearch } from './search.ts';

/** What selects laptops, as lists and batches take it. */
export type DeviceFilter = CommandBatchInputFilter;

const AGE = /^(\d{1,4})(m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The filter of an address. Ages become moments, on the whole minute. */
export function filterOf({ sort: _, ...search }: DevicesSearch, now: number): DeviceFilter {
  const { lastSeenBefore, protectionSinceBefore, lockSinceBefore, ...rest } = search;
  const moments = { lastSeenBefore, protectionSinceBefore, lockSinceBefore };
  const filter: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) filter[name] = value;
  for (const [name, value] of Object.entries(moments))
    if (value !== undefined) filter[name] = momentOf(value, now);
  return filter;
}

function momentOf(text: string, now: number): string {
  const [, count, unit] = AGE.exec(text) ?? [];
  const ms = UNIT_MS[unit ?? ''];
  if (count === undefined || ms === undefined) return text;
  return new Date(Math.floor((now - Number(count) * ms) / 60_000) * 60_000).toISOString();
}

/** The address's query for a saved view: names repeated, in a fixed order. */
export function queryOf(search: DevicesSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(devicesSearch(search as Record<string, unknown>)))
    for (const one of [value].flat()) query.append(name, String(one));
  return query.toString();
}

/** The search of a saved view. */
export function searchOf(query: string): DevicesSearch {
  const raw: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = raw[name];
    raw[name] = before === undefined ? value : [before, value].flat();
  }
  return devicesSearch(raw);
}

/** Whether anything but the order is asked for. */
export function isFiltered(search: DevicesSearch): boolean {
  return Object.entries(search).some(([name, value]) => name !== 'sort' && value !== undefined);
}

/** Whether a laptop that has changed still fits, as far as the page can tell; what only the server knows counts as fitting. */
export function stillFits(device: Device, filter: DeviceFilter): boolean {
  const oneOf = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.includes(value);
  return (
    oneOf(filter.status, device.status) &&
    oneOf(filter.protection, device.protection.state) &&
    oneOf(filter.lock, device.lock.state) &&
    oneOf(filter.campus, device.campus) &&
    oneOf(filter.platform, device.platform) &&
    isWithin(device.ou, filter.ou) &&
    isSilentSince(device.lastSeen, filter.lastSeenBefore)
  );
}

/** Units by id are not known here. */
function isWithin(path: string, units: readonly string[] | undefined): boolean {
  if (units === undefined) return true;
  return units.some(
    (unit) => !unit.startsWith('/') || unit === '/' || path === unit || path.startsWith(`${unit}/`),
  );
}

function isSilentSince(lastSeen: string, before: string | undefined): boolean {
  return before === undefined || Date.parse(lastSeen) < Date.parse(before);
}
