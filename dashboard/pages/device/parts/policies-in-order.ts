import type { Device, DeviceStatePolicyPolicy, Policy } from '../../../../sdk/node/index.ts';

/** By what a policy reaches a laptop, the nearest first. */
export type Reach = 'device' | 'person' | 'unit' | 'everyone';

/** A policy that can apply on a laptop. `policy` is null where the person may not read policies, or it was just deleted. */
export interface PolicyHere {
  readonly id: string;
  readonly version: number;
  readonly policy: Policy | null;
  readonly reach: Reach;
  /** The unit by which it applies; null = by something else. */
  readonly unit: string | null;
}

const NEAREST: readonly Reach[] = ['device', 'person', 'unit', 'everyone'];

/** In the order in which they count among rules of equal strength: the nearest target, the deeper unit, the higher priority. */
export function policiesInOrder(
  device: Pick<Device, 'id' | 'ou'>,
  here: readonly DeviceStatePolicyPolicy[],
  all: readonly Policy[],
): readonly PolicyHere[] {
  const byId = new Map(all.map((policy) => [policy.id, policy]));
  return here
    .map(({ id, version }) => {
      const policy = byId.get(id) ?? null;
      return { id, version, policy, ...reachOf(policy, device) };
    })
    .toSorted(
      (a, b) =>
        NEAREST.indexOf(a.reach) - NEAREST.indexOf(b.reach) ||
        (b.unit ?? '').length - (a.unit ?? '').length ||
        (b.policy?.priority ?? 0) - (a.policy?.priority ?? 0),
    );
}

function reachOf(
  policy: Policy | null,
  { id, ou }: Pick<Device, 'id' | 'ou'>,
): Pick<PolicyHere, 'reach' | 'unit'> {
  if (policy === null) return { reach: 'everyone', unit: null };
  const { devices, users, ous, everyone } = policy.target;
  if (devices.includes(id)) return { reach: 'device', unit: null };
  const units = ous.filter((unit) => holds(unit, ou)).toSorted((a, b) => b.length - a.length);
  if (units[0] !== undefined) return { reach: 'unit', unit: units[0] };
  if (everyone) return { reach: 'everyone', unit: null };
  // Neither the laptop nor its unit: one of the people who use it, by name or by their own unit.
  return { reach: 'person', unit: users.length > 0 ? null : (ous[0] ?? null) };
}

function holds(unit: string, ou: string): boolean {
  return unit === '/' || ou === unit || ou.startsWith(`${unit}/`);
}
