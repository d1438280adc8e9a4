import { isId } from '../../contracts/ids.ts';
import { compileBundle } from '../../contracts/policy/compile.ts';
import { decide } from '../../contracts/policy/decide.ts';
import type { DecisionContext, Verdict } from '../../contracts/policy/model.ts';
import type { ExplainRequest, Explanation } from '../../contracts/rest/policies.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { textKey } from '../../kit/text-key.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { UserRecord } from '../../store/ports/users.ts';
import type { ReadSchoolTimes } from '../../store/rules/school-times.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { CategoryLookup } from '../categories/category-lookup.ts';
import { fieldFault } from '../input/field-fault.ts';
import { mayReach, type Reach } from '../input/reach.ts';
import { readWebAddress, type WebAddress } from '../input/web-address.ts';
import { type BundleSubject, bundleFor } from './bundle.ts';

export interface ExplainTools {
  readonly store: Pick<
    Repositories,
    | 'devices'
    | 'users'
    | 'policies'
    | 'overrides'
    | 'classroomSessions'
    | 'organisations'
    | 'organisationSettings'
  >;
  readonly schoolTimes: ReadSchoolTimes;
  readonly clock: Clock;
  readonly categories: CategoryLookup;
}

/** Schedules are planned for one school year ahead. Policies of later are unknown. */
const MAX_AHEAD_MS = 366 * 86_400_000;

/**
 * Explains the verdict of a request, by the same `decide` that devices run. The person on the device, its place and the units are today's,
 * also for a past moment. Policies, overrides and sessions are those of that moment.
 * @throws Fault validation_failed, unprocessable when device or user do not exist for the caller
 */
export async function explain(
  tools: ExplainTools,
  { reach, request }: { readonly reach: Reach; readonly request: ExplainRequest },
): Promise<Explanation> {
  const { store, clock, categories } = tools;
  const now = clock.now();
  const at = request.at === undefined ? now : Date.parse(request.at);
  if (at > now + MAX_AHEAD_MS) throw fieldFault('#/at', 'too_far', 'This is more than a year ahead.');
  const address = readWebAddress(request.url, '#/url');
  const device = request.deviceId === undefined ? null : await namedDevice(store, reach, request.deviceId);
  const subject = await subjectOf(store, { reach, device, user: request.user });
  const times = await tools.schoolTimes(store, reach.organisationId);
  const bundle = await bundleFor(store, subject, { at, now, times });
  const found = categories.categoriesOf(address.host);
  const context: DecisionContext = {
    deviceId: subject.deviceId ?? '',
    user: subject.user,
    ouPath: subject.userOuPath ?? subject.deviceOuPath ?? '/',
    campus: request.campus ?? device?.campus ?? 'unknown',
    at,
  };
  const app = request.app ?? null;
  const verdict = decide({ ...address, app, categories: found }, context, compileBundle(bundle));
  return shown(verdict, { subject, context, address, app, categories: found });
}

/** @throws Fault unprocessable */
async function namedDevice(
  { devices }: Pick<Repositories, 'devices'>,
  reach: Reach,
  id: string,
): Promise<DeviceRecord> {
  const device = await devices.get(reach.organisationId, id);
  if (device === null || !mayReach(reach, device.ouPath))
    throw unknown('#/deviceId', 'unknown_device', 'There is no such device.');
  return device;
}

/**
 * The named person, else the person signed in on the device. A person who is not in the roster may sign in to a device, and then the
 * device's unit counts. Without a device nothing is known about such a person.
 */
async function subjectOf(
  { users }: Pick<Repositories, 'users'>,
  {
    reach,
    device,
    user,
  }: { readonly reach: Reach; readonly device: DeviceRecord | null; readonly user: string | undefined },
): Promise<BundleSubject> {
  const { organisationId } = reach;
  const byId = user !== undefined && isId('usr', user);
  const reference = user?.trim() ?? device?.user ?? null;
  const person = await findPerson(users, organisationId, reference);
  const named = user !== undefined;
  const hidden = person !== null && !mayReach(reach, person.ouPath);
  if (named && (hidden || (person === null && (byId || device === null))))
    throw unknown('#/user', 'unknown_user', 'There is no such user.');
  return {
    organisationId,
    deviceId: device?.id ?? null,
    deviceOuPath: device?.ouPath ?? null,
    user: reference === null ? null : textKey(person?.email ?? reference),
    userOuPath: person?.ouPath ?? null,
  };
}

async function findPerson(
  users: Repositories['users'],
  organisationId: number,
  reference: string | null,
): Promise<UserRecord | null> {
  if (reference === null) return null;
  return await (isId('usr', reference)
    ? users.get(organisationId, reference)
    : users.byEmail(organisationId, reference));
}

function unknown(pointer: string, code: string, detail: string): Fault {
  return new Fault('unprocessable', detail, { extras: { errors: [{ in: 'body', pointer, code, detail }] } });
}

function shown(
  { action, reason, ruleId, policyId, policyVersion, chain }: Verdict,
  input: {
    readonly subject: BundleSubject;
    readonly context: DecisionContext;
    readonly address: WebAddress;
    readonly app: string | null;
    readonly categories: readonly string[];
  },
): Explanation {
  const { subject, context, address, app, categories } = input;
  return {
    action,
    reason,
    ruleId,
    policyId,
    policyVersion,
    input: {
      deviceId: subject.deviceId,
      user: subject.user,
      ou: context.ouPath,
      host: address.host,
      categories: [...categories],
      campus: context.campus,
      at: timestamp(context.at),
      app,
    },
    chain: chain.map((link) => ({ ...link })),
  };
}
