import type { CompiledBundle } from '../../../contracts/policy/match.ts';
import type { DecisionContext } from '../../../contracts/policy/model.ts';
import { verdictKeyOf } from '../../../contracts/policy/verdict-key.ts';
import type { RecordScan } from '../../../store/ports/record-scan.ts';
import { groupsOf } from './groups.ts';

type Asker = Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath'>;

/**
 * Whether requests of an asker may be counted. `whole`: the policies treat all members of the asker's fixed group (five or more) the same,
 * so the figures contain either all of them or none. `left_out`: the policies treat members of the group differently. `unlisted`: neither
 * the roster nor the devices list the asker; the request counts with those of the other unlisted askers of this unit, if there are enough.
 */
export type Crowd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'left_out' }
  | { readonly kind: 'unlisted'; readonly ouPath: string };

export interface Crowds {
  /** @param rostered whether the roster knows the person */
  of(asker: Asker, rostered: boolean): Crowd;
  /**
   * Whether the policies split some group, so that its requests are left out. This depends on the roster, the devices and the policies
   * alone, and not on anybody's visits.
   */
  readonly someLeftOut: boolean;
}

const WHOLE: Crowd = { kind: 'whole' };
const LEFT_OUT: Crowd = { kind: 'left_out' };
/** A path that no unit has: no policy for a unit matches an asker there. */
const NO_PLACE = '';

/**
 * Puts the people of the roster and the devices into fixed groups. Without groups, two drafts that differ by one person would reveal that
 * person's visits by the difference of their figures. With fixed groups every figure, and every difference of two figures, covers whole
 * groups.
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

/** The members of those groups whose members all have the same verdict key, with that key. */
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
