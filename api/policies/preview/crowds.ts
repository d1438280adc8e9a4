import type { CompiledBundle } from '../../../contracts/policy/match.ts';
import type { DecisionContext } from '../../../contracts/policy/model.ts';
import { verdictKeyOf } from '../../../contracts/policy/verdict-key.ts';
import type { RecordScan } from '../../../store/ports/record-scan.ts';
import { groupsOf } from './groups.ts';

type Asker = Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath'>;

/**
 * Whether requests of an asker may be counted. `whole`: all of a fixed group of five or more stand alike, so that they are in the figures all or none.
 * `left_out`: the policies tell members of the group apart. Else the unit with whose others that no list knows they count, if those are enough.
 */
export type Crowd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'left_out' }
  | { readonly kind: 'unlisted'; readonly ouPath: string };

export interface Crowds {
  /** @param rostered whether the roster knows the person */
  of(asker: Asker, rostered: boolean): Crowd;
  /** Some group is told apart. It depends on roster, devices and policies alone, and on nothing that anybody visited. */
  readonly someLeftOut: boolean;
}

const WHOLE: Crowd = { kind: 'whole' };
const LEFT_OUT: Crowd = { kind: 'left_out' };
/** A place that no unit holds: who stands there is met by name only. */
const NO_PLACE = '';

/**
 * Groups the people of the roster and the devices. Two drafts that differ by one person would tell by the difference of their figures what that person did;
 * with fixed groups every figure, and every difference of two, is of a whole group.
 */
export function createCrowds(
  scan: Pick<RecordScan, 'homes' | 'devices'>,
  organisationId: number,
  { bundles, smallestGroup }: { readonly bundles: readonly CompiledBundle[]; readonly smallestGroup: number },
): Crowds {
  const keyOf = (asker: Asker): string => bundles.map((bundle) => verdictKeyOf(asker, bundle)).join('|');
  const homes = scan.homes(organisationId);
  const places = scan.devices(organisationId);
  const people = alike(groupsOf(homes, smallestGroup), (user) =>
    keyOf({ deviceId: '', user, ouPath: homes.get(user) ?? NO_PLACE }),
  );
  const groups = groupsOf(places, smallestGroup);
  const named = alike(groups, (deviceId) => keyOf({ deviceId, user: null, ouPath: NO_PLACE }));
  const placed = alike(groups, (deviceId) =>
    keyOf({ deviceId, user: null, ouPath: places.get(deviceId) ?? NO_PLACE }),
  );
  return {
    someLeftOut: people.size < homes.size || placed.size < places.size,
    of(asker, rostered) {
      const { deviceId, user, ouPath } = asker;
      const known = places.has(deviceId);
      if (rostered && user !== null)
        return people.has(user) && (!known || named.has(deviceId)) ? WHOLE : LEFT_OUT;
      if (!known) return { kind: 'unlisted', ouPath };
      return placed.get(deviceId) === keyOf(asker) ? WHOLE : LEFT_OUT;
    },
  };
}

/** The members of the groups all of whom stand alike, with how they stand. */
function alike(
  groups: readonly (readonly string[])[],
  keyOf: (id: string) => string,
): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap((group) => {
      const standings = group.map((id): readonly [string, string] => [id, keyOf(id)]);
      return new Set(standings.map(([, how]) => how)).size === 1 ? standings : [];
    }),
  );
}
