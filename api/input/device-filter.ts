import { isId } from '../../contracts/ids.ts';
import { DeviceFilterFields } from '../../contracts/rest/device-filter.ts';
import type { DeviceFilter } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { type Reach, withinReach } from './reach.ts';

/** The filter as the store takes it: units by path, nothing outside of the caller's reach, and no other member (a query also pages). */
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
    ...(ou === undefined ? {} : { ouPaths: await pathsOf(repositories, reach.organisationId, ou) }),
    ...withinReach(reach),
  };
}

/** A path that no unit can have: a unit that does not exist has no devices. */
const NOWHERE = '//';

async function pathsOf(
  { ous }: Pick<Repositories, 'ous'>,
  organisationId: number,
  references: readonly string[],
): Promise<readonly string[]> {
  return await Promise.all(
    references.map(async (reference) =>
      isId('ou', reference) ? ((await ous.get(organisationId, reference))?.path ?? NOWHERE) : reference,
    ),
  );
}
