import { BUNDLE_FORMAT, type PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { Policy, Target } from '../../contracts/policy/model.ts';
import { unitsOf } from '../../contracts/policy/nearness.ts';
import type { DevicePerson } from '../ports/device-people.ts';
import type { PolicyRecord } from '../ports/policies.ts';
import { toPolicyModel } from '../views/policy.ts';

/** What a server adds to the bundle of every device, beside the school's policies. */
export type BundleDefaults = Pick<
  PolicyBundle,
  'dohAddresses' | 'upstreams' | 'gameWords' | 'gameProcesses' | 'connectivityUrl'
> & {
  /** When lessons are, in local time of the organisation; null = always. */
  readonly schoolHours: readonly SchoolHours[] | null;
};
export type SchoolHours = NonNullable<PolicyBundle['schoolHours']>['windows'][number];

/** For whom a bundle is. */
interface BundleAudience {
  readonly deviceId: string;
  readonly ouPath: string;
  readonly people: readonly DevicePerson[];
}

/** A policy with the part of its target that is on one device. */
export interface ReducedPolicy {
  readonly record: PolicyRecord;
  readonly target: Target;
}

/**
 * Reduces an organisation's policies to one device. It keeps those that are on and can ever apply there. Of each target it keeps what names this device, its
 * people, or a unit above one of them. `decide` answers with it as with all policies, for this device with each of its people, with somebody unknown, and
 * with nobody; and it tells of no other device, person or unit.
 */
export function reducePolicies(
  records: readonly PolicyRecord[],
  { deviceId, ouPath, people }: BundleAudience,
): readonly ReducedPolicy[] {
  const units = new Set<string>();
  for (const own of [ouPath, ...people.map((person) => person.ouPath)])
    for (const path of unitsOf(own)) units.add(path);
  const reduced: ReducedPolicy[] = [];
  for (const record of records) {
    if (!record.enabled) continue;
    const { everyone, ous, users, devices } = record.named;
    const target = {
      everyone,
      ous: ous.map(({ path }) => path).filter((path) => units.has(path)),
      users: people.filter(({ userId }) => users.some(({ id }) => id === userId)).map(({ user }) => user),
      devices: devices.filter((id) => id === deviceId),
    };
    if (everyone || target.ous.length + target.users.length + target.devices.length > 0)
      reduced.push({ record, target: { ...target, ous: target.ous.sort(), users: target.users.sort() } });
  }
  return reduced;
}

/** A bundle as it is sent. */
export function policyBundle(
  reduced: readonly ReducedPolicy[],
  {
    version,
    timezone,
    defaults: { schoolHours, ...defaults },
  }: { readonly version: number; readonly timezone: string; readonly defaults: BundleDefaults },
): PolicyBundle {
  return {
    kind: 'bundle',
    format: BUNDLE_FORMAT,
    version,
    policies: reduced.map(({ record, target }) => bundlePolicy({ ...toPolicyModel(record), target })),
    schoolHours:
      schoolHours === null
        ? null
        : { timezone, windows: schoolHours.map((window) => ({ ...window })), exceptDates: [] },
    ...defaults,
    probes: { block: [], allow: [] },
  };
}

/** The same with lists that may be changed, as the schema's type has them. */
function bundlePolicy(policy: Policy): PolicyBundle['policies'][number] {
  return structuredClone(policy) as PolicyBundle['policies'][number];
}
