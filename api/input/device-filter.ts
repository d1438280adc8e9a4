import { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import { Fault } from '../../kit/fault.ts';
import type { DeviceFilter } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { readDateTime } from '../http/lists/time-range.ts';
import { ouPathsOf } from './ou-paths.ts';
import { type Reach, withinReach } from './reach.ts';

/** The filter in the form of the store: units by path, within the caller's reach, and without other members (a query also has paging). */
export async function readDeviceFilter(
  repositories: Pick<Repositories, 'ous'>,
  reach: Reach,
  given: DeviceFilterFields,
): Promise<DeviceFilter> {
  const { ou, ...fields } = Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(DeviceFilterFields.properties, name)),
  ) as DeviceFilterFields;
  const moments = MOMENTS.flatMap((name) => {
    const text = fields[name];
    return text === undefined ? [] : [[name, momentOf(name, text)]];
  });
  return {
    ...fields,
    ...Object.fromEntries(moments),
    ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(repositories, reach.organisationId, ou) }),
    ...withinReach(reach),
  };
}

const MOMENTS = ['lastSeenBefore', 'protectionSinceBefore', 'lockSinceBefore'] as const;

/** The schema has checked the form, not that there is such a day. */
function momentOf(name: string, text: string): number {
  const at = readDateTime(text);
  if (at === null) throw new Fault('validation_failed', `"${name}" names no moment: ${text}.`);
  return at;
}
