import type { CompiledPolicy } from './match.ts';
import type { DecisionContext } from './model.ts';

/**
 * How near a target is to the asker, as a number; a greater number is nearer. A unit counts by the length of its path (at most 1,000
 * characters): all units of the asker are ancestors of one another, so the deeper unit has the longer path.
 */
const DEVICE = 4_000;
const USER = 3_000;
const EVERYONE = 0;

/** The nearness of overrides of a session: nearer than units, further than persons. */
export const SESSION_NEARNESS = 2_000;

type Asker = Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath'>;

/** The nearness of a policy's target to an asker; null = the policy is for others. */
export function policyNearness(compiled: CompiledPolicy, { deviceId, user, ouPath }: Asker): number | null {
  const { devices, users, ous, policy } = compiled;
  if (devices.size > 0 && devices.has(deviceId)) return DEVICE;
  if (user !== null && users.size > 0 && users.has(user)) return USER;
  if (ous.size > 0) for (const path of unitsOf(ouPath)) if (ous.has(path)) return path.length;
  return policy.target.everyone ? EVERYONE : null;
}

let last: { readonly ouPath: string; readonly units: readonly string[] } = { ouPath: '', units: [''] };

/**
 * A unit and the units above it, up to the root, leaf first. The last answer is cached: a decision asks for each policy, and a device
 * always asks for the same unit.
 */
export function unitsOf(ouPath: string): readonly string[] {
  if (last.ouPath !== ouPath) {
    const units: string[] = [];
    for (let path: string | null = ouPath; path !== null; path = parentOu(path)) units.push(path);
    last = { ouPath, units };
  }
  return last.units;
}

/** The parent of a unit; null for the root. */
function parentOu(path: string): string | null {
  if (path === '/' || path === '') return null;
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** The nearness of a unit to an asker in another unit; null = the unit does not hold the asker. */
export function ouNearness(ouPath: string, unit: string): number | null {
  if (unit === '/') return 1;
  if (!ouPath.startsWith(unit)) return null;
  return ouPath.length === unit.length || ouPath[unit.length] === '/' ? unit.length : null;
}

export function deviceNearness(same: boolean): number | null {
  return same ? DEVICE : null;
}

export function userNearness(same: boolean): number | null {
  return same ? USER : null;
}

/** The part of the target with this nearness that matched the asker, as the chain shows it. */
export function targetAt(nearness: number, { deviceId, user, ouPath }: Asker): string | null {
  switch (nearness) {
    case DEVICE:
      return deviceId;
    case USER:
      return user;
    case EVERYONE:
      return 'everyone';
    default:
      return ouPath.slice(0, nearness);
  }
}
