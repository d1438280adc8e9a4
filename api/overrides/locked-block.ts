import type { CampusState } from '../../contracts/device/campus.ts';
import { compileBundle } from '../../contracts/policy/compile.ts';
import { decideFast } from '../../contracts/policy/decide.ts';
import type { DecisionContext } from '../../contracts/policy/model.ts';
import { bundleChanges } from '../../contracts/policy/next-change.ts';
import { textKey } from '../../kit/text-key.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { OverrideRecord } from '../../store/ports/overrides.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { ReadSchoolTimes } from '../../store/rules/school-times.ts';
import type { CategoryLookup } from '../categories/category-lookup.ts';
import { organisationBundle } from '../policies/bundle.ts';

type Sources = Pick<
  Repositories,
  'policies' | 'users' | 'devices' | 'ous' | 'classroomSessions' | 'organisations' | 'organisationSettings'
>;

/** What it asks beside the store. */
export interface LockedBlockTools {
  readonly categories: CategoryLookup;
  readonly schoolTimes: ReadSchoolTimes;
}

/** An override that has not been made yet. */
export type WantedOverride = Pick<
  OverrideRecord,
  'organisationId' | 'scope' | 'site' | 'createdAt' | 'expiresAt'
>;

type Who = Pick<DecisionContext, 'deviceId' | 'user' | 'ouPath'>;

/** The campus states to check. A block for one campus does not hold elsewhere. */
const CAMPUSES: readonly CampusState[] = ['on-campus', 'off-campus'];

/** Most schedule changes that are checked: those of a district's policies within a week. */
const MOMENTS = 1_000;

/**
 * Whether a locked block of a policy beats an override in its whole scope, on and off campus, for its whole time. Such an override would
 * have no effect. It uses the same `decide` as the devices. A device is checked with its signed-in person and with nobody. A unit is
 * checked alone, because its policies hold for all units below.
 */
export async function isBeatenEverywhere(
  sources: Sources,
  { categories, schoolTimes }: LockedBlockTools,
  override: WantedOverride,
): Promise<boolean> {
  const { organisationId, site, createdAt, expiresAt } = override;
  const compiled = compileBundle(await organisationBundle(sources, schoolTimes, organisationId));
  const request = { host: site, url: null, app: null, categories: categories.categoriesOf(site) };
  const changes = bundleChanges(compiled, { from: createdAt, to: expiresAt });
  const moments = [createdAt, ...changes.slice(0, MOMENTS)];
  const scope = await whoIsIn(sources, override);
  const isBeaten = (who: Who): boolean =>
    moments.every((at) =>
      CAMPUSES.every(
        (campus) => decideFast(request, { ...who, campus, at }, compiled).reason === 'locked_block',
      ),
    );
  return scope.length > 0 && scope.every(isBeaten);
}

async function whoIsIn(
  sources: Sources,
  { organisationId, scope: { type, id } }: WantedOverride,
): Promise<readonly Who[]> {
  switch (type) {
    case 'student': {
      const user = await sources.users.get(organisationId, id);
      return user === null ? [] : [person(textKey(user.email), user.ouPath)];
    }
    case 'ou': {
      const unit = await sources.ous.get(organisationId, id);
      return unit === null ? [] : [unitItself(unit.path)];
    }
    case 'device':
      return await onDevice(sources, organisationId, id);
    case 'session':
      return await inSession(sources, organisationId, id);
  }
}

async function inSession(sources: Sources, organisationId: number, id: string): Promise<readonly Who[]> {
  const session = await sources.classroomSessions.get(organisationId, id);
  if (session === null) return [];
  if (session.ouPath !== null) return [unitItself(session.ouPath)];
  const found: Who[] = [];
  for (const device of session.deviceIds) found.push(...(await onDevice(sources, organisationId, device)));
  for (const email of session.studentEmails) {
    const user = await sources.users.byEmail(organisationId, email);
    found.push(person(email, user?.ouPath ?? '/'));
  }
  return found;
}

async function onDevice(sources: Sources, organisationId: number, id: string): Promise<readonly Who[]> {
  const device: DeviceRecord | null = await sources.devices.get(organisationId, id);
  if (device === null) return [];
  const alone: Who = { deviceId: device.id, user: null, ouPath: device.ouPath };
  if (device.user === null) return [alone];
  const user = await sources.users.byEmail(organisationId, device.user);
  return [alone, { ...alone, user: textKey(device.user), ouPath: user?.ouPath ?? device.ouPath }];
}

function person(user: string, ouPath: string): Who {
  return { deviceId: '', user, ouPath };
}

function unitItself(ouPath: string): Who {
  return { deviceId: '', user: null, ouPath };
}
