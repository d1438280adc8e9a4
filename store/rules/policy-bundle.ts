import { BUNDLE_FORMAT, type PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { BundleSession, Policy, Target } from '../../contracts/policy/model.ts';
import { unitsOf } from '../../contracts/policy/nearness.ts';
import { textKey } from '../../kit/text-key.ts';
import type { SessionInForce } from '../ports/classroom.ts';
import type { DevicePerson } from '../ports/device-people.ts';
import type { PolicyRecord } from '../ports/policies.ts';
import type { BundleDefaults } from './bundle-defaults.ts';
import { isWithinOu } from './ou-path.ts';
import { toPolicyModel } from './policy-model.ts';

/** The device and people of a bundle. */
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
 * Reduces an organisation's policies to one device. It keeps the enabled ones that can ever apply there. Of each target it keeps this device, its people, and
 * the units above them. `decide` gives the same answers with it as with all policies: for this device with each of its people, with somebody unknown, and with
 * nobody. It reveals no other device, person or unit.
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
    defaults: { schoolHours, holidays, ...defaults },
  }: { readonly version: number; readonly timezone: string; readonly defaults: BundleDefaults },
): PolicyBundle {
  return {
    kind: 'bundle',
    format: BUNDLE_FORMAT,
    version,
    policies: reduced.map(({ record, target }) =>
      bundlePolicy({ ...toPolicyModel(record, { timezone, schoolHours, holidays }), target }),
    ),
    schoolHours:
      schoolHours === null
        ? null
        : { timezone, windows: schoolHours.map((window) => ({ ...window })), exceptDates: [...holidays] },
    ...defaults,
    probes: { block: [], allow: [] },
  };
}

/** The same with mutable lists, as the schema's type has them. */
function bundlePolicy(policy: Policy): PolicyBundle['policies'][number] {
  return structuredClone(policy) as PolicyBundle['policies'][number];
}

/** The device, the person, or both, that a session may apply to. Addresses are compared without regard to case. */
export interface SessionSubject {
  readonly deviceId: string | null;
  readonly deviceOuPath: string | null;
  readonly user: string | null;
  readonly userOuPath: string | null;
}

/**
 * A session as it applies to the subject. `students` is null when the session applies to the device, whoever is signed in, and names the person when it applies
 * to the person only. Null when it applies to neither.
 */
export function bundleSession(session: SessionInForce, subject: SessionSubject): BundleSession | null {
  const { id, mode, allowedUrls, startsAt, endsAt } = session;
  const told = { id, mode, allowedUrls, startsAt, endsAt };
  if (claimsDevice(session, subject)) return { ...told, students: null };
  const user = subject.user === null ? null : textKey(subject.user);
  if (user !== null && claimsPerson(session, user, subject.userOuPath)) return { ...told, students: [user] };
  return null;
}

function claimsDevice({ deviceIds, ouPath }: SessionInForce, subject: SessionSubject): boolean {
  if (subject.deviceId === null) return false;
  if (deviceIds.some((id) => id === subject.deviceId)) return true;
  return ouPath !== null && subject.deviceOuPath !== null && isWithinOu(subject.deviceOuPath, ouPath);
}

function claimsPerson(
  { studentEmails, ouPath }: SessionInForce,
  user: string,
  userOuPath: string | null,
): boolean {
  if (studentEmails.includes(user)) return true;
  return ouPath !== null && userOuPath !== null && isWithinOu(userOuPath, ouPath);
}
