import { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import type { DeviceFilter } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
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
  return {
    ...fields,
    ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(repositories, reach.organisationId, ou) }),
    ...withinReach(reach),
  };
}
