import type { Bundle, BundleOverride, BundleSession, Policy } from '../../contracts/policy/model.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { bundleSession } from '../../store/rules/policy-bundle.ts';
import { toPolicyModel } from '../../store/rules/policy-model.ts';
import type { ReadSchoolTimes, SchoolTimes } from '../../store/rules/school-times.ts';

/** The subject of a bundle: a device, a person, or both. */
export interface BundleSubject {
  readonly organisationId: number;
  readonly deviceId: string | null;
  readonly deviceOuPath: string | null;
  /** E-mail address in lower case. */
  readonly user: string | null;
  readonly userOuPath: string | null;
}

type Sources = Pick<Repositories, 'policies' | 'overrides' | 'classroomSessions'>;

/**
 * Everything that can decide for a subject at a moment (epoch milliseconds): enabled policies for the subject whatever their schedule, the
 * overrides in force, and the sessions that claim the subject. For a past moment it uses the versions that were in force then, but today's
 * names of units and addresses, and today's times of the school. For a future moment it uses the present state.
 */
export async function bundleFor(
  { policies, overrides, classroomSessions }: Sources,
  subject: BundleSubject,
  { at, now, times }: { readonly at: number; readonly now: number; readonly times: SchoolTimes },
): Promise<Bundle> {
  const { organisationId } = subject;
  const records = await (at < now ? policies.asOf(organisationId, at) : policies.current(organisationId));
  const inForce = await classroomSessions.inForce(organisationId, at);
  const sessions = inForce.flatMap((session) => bundleSession(session, subject) ?? []);
  return {
    policies: records
      .map((record) => toPolicyModel(record, times))
      .filter((policy) => policy.enabled && isFor(policy, subject)),
    overrides: (await overrides.inForce(organisationId, at)).filter((override) =>
      isOverrideFor(override, subject, sessions),
    ),
    sessions,
  };
}

/** The enabled policies of the whole organisation, without overrides and sessions. A preview compares a draft with them. */
export async function organisationBundle(
  repositories: Pick<Repositories, 'policies' | 'organisations' | 'organisationSettings'>,
  schoolTimes: ReadSchoolTimes,
  organisationId: number,
): Promise<Bundle> {
  const records = await repositories.policies.current(organisationId);
  const times = await schoolTimes(repositories, organisationId);
  return {
    policies: records.filter(({ enabled }) => enabled).map((record) => toPolicyModel(record, times)),
    overrides: [],
    sessions: [],
  };
}

function isFor({ target }: Policy, subject: BundleSubject): boolean {
  const { deviceId, user } = subject;
  return (
    target.everyone ||
    (deviceId !== null && target.devices.includes(deviceId)) ||
    (user !== null && target.users.includes(user)) ||
    target.ous.some((path) => isIn(subject, path))
  );
}

function isOverrideFor(
  { scope }: BundleOverride,
  subject: BundleSubject,
  sessions: readonly BundleSession[],
): boolean {
  switch (scope.type) {
    case 'device':
      return scope.deviceId === subject.deviceId;
    case 'student':
      return scope.user === subject.user;
    case 'ou':
      return isIn(subject, scope.path);
    case 'session':
      return sessions.some(({ id }) => id === scope.sessionId);
  }
}

function isIn({ deviceOuPath, userOuPath }: BundleSubject, path: string): boolean {
  return [deviceOuPath, userOuPath].some((own) => own !== null && isWithinOu(own, path));
}
