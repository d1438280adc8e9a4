import { type DeviceId, isId, type OuId, type UserId } from '../../contracts/ids.ts';
import type { TargetInput } from '../../contracts/rest/policies.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { PolicyTargetIds } from '../../store/ports/policies.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { mayReach, type Reach, requireOu } from '../input/reach.ts';

type Sources = Pick<Repositories, 'ous' | 'users' | 'devices'>;

/** The target that a merge patch is laid over. */
export const NOBODY: PolicyTargetIds = { everyone: false, ous: [], users: [], devices: [] };

/**
 * Resolves the target that a caller wrote to ids: paths and `ou_` ids, e-mail addresses and `usr_` ids, `dev_` ids. A thing that the policy
 * names already need not exist any more. A caller that is limited to a unit must name something in it, and nothing outside.
 * @param base where it names what a target has, so that pointers lead into the body: `#/target`
 * @throws Fault unprocessable with one field error for each that does not exist, ou_not_permitted
 */
export async function readTarget(
  sources: Sources,
  { reach, known, base }: { readonly reach: Reach; readonly known: PolicyTargetIds; readonly base: string },
  input: TargetInput,
): Promise<PolicyTargetIds> {
  const target: PolicyTargetIds = {
    everyone: input.everyone ?? known.everyone,
    ous: input.ous === undefined ? known.ous : [],
    users: input.users === undefined ? known.users : [],
    devices: input.devices === undefined ? known.devices : [],
  };
  const errors: FieldError[] = [];
  const read = async <Id extends string>(
    list: 'ous' | 'users' | 'devices',
    find: (reference: string) => Promise<Id | null>,
  ): Promise<readonly Id[]> => {
    const found = new Set<Id>();
    for (const [at, reference] of (input[list] ?? []).entries()) {
      const id = await find(reference);
      if (id === null) errors.push({ in: 'body', pointer: `${base}/${list}/${at}`, ...UNKNOWN[list] });
      else found.add(id);
    }
    return [...found];
  };
  const ous = await read('ous', (reference) => findUnit(sources, reach, known.ous, reference));
  const users = await read('users', (reference) => findUser(sources, reach, known.users, reference));
  const devices = await read('devices', (reference) => findDevice(sources, reach, known.devices, reference));
  if (errors.length > 0) throw new Fault('unprocessable', errors[0]?.detail ?? '', { extras: { errors } });
  const whole: PolicyTargetIds = {
    everyone: target.everyone,
    ous: input.ous === undefined ? target.ous : ous,
    users: input.users === undefined ? target.users : users,
    devices: input.devices === undefined ? target.devices : devices,
  };
  requireSomebodyInReach(reach, whole);
  return whole;
}

const UNKNOWN = {
  ous: { code: 'unknown_ou', detail: 'There is no such organisational unit.' },
  users: { code: 'unknown_user', detail: 'There is no such user.' },
  devices: { code: 'unknown_device', detail: 'There is no such device.' },
} as const;

function requireSomebodyInReach({ ouPath }: Reach, { everyone, ous, users, devices }: PolicyTargetIds): void {
  if (ouPath === null) return;
  if (everyone)
    throw new Fault(
      'ou_not_permitted',
      `This key is limited to ${ouPath}: its policies are not for everyone.`,
    );
  if (ous.length + users.length + devices.length === 0)
    throw new Fault(
      'ou_not_permitted',
      `This key is limited to ${ouPath}: its policies name a unit, a user or a device in it.`,
    );
}

/** @throws Fault ou_not_permitted for a unit outside; for a path outside whether or not there is one */
async function findUnit(
  { ous }: Sources,
  reach: Reach,
  known: readonly OuId[],
  reference: string,
): Promise<OuId | null> {
  const byId = isId('ou', reference);
  const unit = await (byId
    ? ous.get(reach.organisationId, reference)
    : ous.byPath(reach.organisationId, reference));
  if (unit !== null) requireOu(reach, unit.path);
  else if (!byId) requireOu(reach, reference);
  return unit?.id ?? known.find((id) => id === reference) ?? null;
}

/** A user outside of the caller's reach counts as one that does not exist. */
async function findUser(
  { users }: Sources,
  reach: Reach,
  known: readonly UserId[],
  reference: string,
): Promise<UserId | null> {
  const user = await (isId('usr', reference)
    ? users.get(reach.organisationId, reference)
    : users.byEmail(reach.organisationId, reference.trim()));
  if (user !== null && mayReach(reach, user.ouPath)) return user.id;
  return known.find((id) => id === reference) ?? null;
}

/** A device outside of the caller's reach counts as one that does not exist. */
async function findDevice(
  { devices }: Sources,
  reach: Reach,
  known: readonly DeviceId[],
  reference: string,
): Promise<DeviceId | null> {
  const device = await devices.get(reach.organisationId, reference);
  if (device !== null && mayReach(reach, device.ouPath)) return device.id;
  return known.find((id) => id === reference) ?? null;
}
