import { Type } from 'typebox';
import { PLATFORMS } from '../../../contracts/enrollment/enrollment.ts';
import { isId } from '../../../contracts/ids.ts';
import { PROTECTION_STATES } from '../../../contracts/mqtt/messages.ts';
import { closed, OneOf } from '../../../contracts/rest/resources.ts';
import type { DeviceFilter, DeviceSortField } from '../../../store/ports/devices.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import type { Store } from '../../../store/ports/store.ts';
import { toDevice } from '../../../store/views/device.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schema-ref.ts';
import { reachOf, withinReach } from '../../services/reach.ts';
import { manyOf } from '../parts.ts';

const SORTABLE = ['name', 'lastSeen', 'battery', 'status'] as const satisfies readonly DeviceSortField[];
const Battery = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }));

const Query = Type.Object(
  {
    status: manyOf(OneOf(['online', 'offline'] as const)),
    campus: manyOf(OneOf(['on-campus', 'off-campus', 'unknown'] as const)),
    user: manyOf(Type.String({ minLength: 1, maxLength: 254 }), 100),
    ou: manyOf(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
    platform: manyOf(OneOf(PLATFORMS)),
    protection: manyOf(OneOf(PROTECTION_STATES)),
    lock: manyOf(OneOf(['unlocked', 'locking', 'locked', 'unlocking'] as const)),
    tag: manyOf(Type.String({ minLength: 1, maxLength: 40 })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of name, user, serial or asset tag, without regard to case.',
      }),
    ),
    minBattery: Battery,
    maxBattery: Battery,
  },
  closed,
);

export const listDevices = defineRoute({
  method: 'GET',
  path: '/v1/devices',
  operationId: 'listDevices',
  summary: 'List devices',
  tag: 'Devices',
  scope: 'devices:read',
  extension: false,
  query: Query,
  list: { sortable: SORTABLE, defaultSort: 'name' },
  responses: { 200: listOf('Device') },
  handle: async ({ query, caller, page }, { store, clock }) => {
    const { status, campus, user, ou, platform, protection, lock, tag, q, minBattery, maxBattery } = query;
    const filter = {
      ...(status === undefined ? {} : { status }),
      ...(campus === undefined ? {} : { campus }),
      ...(user === undefined ? {} : { user }),
      ...(ou === undefined ? {} : { ouPaths: await pathsOf(store, caller.organisationId, ou) }),
      ...(platform === undefined ? {} : { platform }),
      ...(protection === undefined ? {} : { protection }),
      ...(lock === undefined ? {} : { lock }),
      ...(tag === undefined ? {} : { tag }),
      ...(q === undefined ? {} : { q }),
      ...(minBattery === undefined ? {} : { minBattery }),
      ...(maxBattery === undefined ? {} : { maxBattery }),
      ...withinReach(reachOf(caller)),
    };
    const now = clock.now();
    return await page(
      filter,
      (list: ListQuery<DeviceFilter, DeviceSortField>) => store.devices.list(list),
      (row) => toDevice(row, now),
    );
  },
});

/** A path that no unit can have: a unit that does not exist has no devices. */
const NOWHERE = '//';

async function pathsOf(
  { ous }: Pick<Store, 'ous'>,
  organisationId: number,
  references: readonly string[],
): Promise<readonly string[]> {
  return await Promise.all(
    references.map(async (reference) =>
      isId('ou', reference) ? ((await ous.get(organisationId, reference))?.path ?? NOWHERE) : reference,
    ),
  );
}
