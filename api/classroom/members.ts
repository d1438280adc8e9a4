import type { DeviceId, OuId } from '../../contracts/ids.ts';
import type { ClassroomSessionInput } from '../../contracts/rest/classroom.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { commonPath, placeAt } from '../input/place.ts';
import { mayReach, namedOu, type Reach } from '../input/reach.ts';
import { readEmails } from './input.ts';

type Sources = Pick<Repositories, 'ous' | 'users' | 'devices'>;

/** The members of a session, and the unit that holds all of them. */
export interface SessionMembers {
  readonly studentEmails: readonly string[];
  readonly ouId: OuId | null;
  readonly deviceIds: readonly DeviceId[];
  readonly placeOuId: OuId;
}

/**
 * Reads the members of a session. A student need not be in the roster, but only a caller that reaches the whole organisation may name such
 * a student.
 * @throws Fault unprocessable for an unknown unit or device, ou_not_permitted for one outside
 */
export async function readMembers(
  sources: Sources,
  reach: Reach,
  { studentEmails, ou, deviceIds }: Pick<ClassroomSessionInput, 'studentEmails' | 'ou' | 'deviceIds'>,
): Promise<SessionMembers> {
  const nobody = { studentEmails: [], ouId: null, deviceIds: [] };
  if (ou !== undefined && ou !== null) {
    const unit = await namedOu(sources, reach, ou);
    return { ...nobody, ouId: unit.id, placeOuId: unit.id };
  }
  if (deviceIds !== undefined && deviceIds !== null && deviceIds.length > 0) {
    const devices = await readDevices(sources, reach, deviceIds);
    const placeOuId = await placeAt(sources, reach, commonPath(devices.map(({ ouPath }) => ouPath)));
    return { ...nobody, deviceIds: devices.map(({ id }) => id), placeOuId };
  }
  const emails = readEmails(studentEmails ?? []);
  const paths: string[] = [];
  for (const email of emails)
    paths.push((await sources.users.byEmail(reach.organisationId, email))?.ouPath ?? '/');
  return { ...nobody, studentEmails: emails, placeOuId: await placeAt(sources, reach, commonPath(paths)) };
}

async function readDevices(
  { devices }: Pick<Sources, 'devices'>,
  reach: Reach,
  ids: readonly string[],
): Promise<readonly { readonly id: DeviceId; readonly ouPath: string }[]> {
  const errors: FieldError[] = [];
  const found = new Map<DeviceId, string>();
  for (const [at, id] of ids.entries()) {
    const device = await devices.get(reach.organisationId, id);
    if (device !== null && mayReach(reach, device.ouPath)) found.set(device.id, device.ouPath);
    else
      errors.push({
        in: 'body',
        pointer: `#/deviceIds/${at}`,
        code: 'unknown_device',
        detail: 'There is no such device.',
      });
  }
  if (errors.length > 0)
    throw new Fault('unprocessable', 'There is no such device.', {
      extras: { errors: errors.slice(0, 100) },
    });
  return [...found].map(([id, ouPath]) => ({ id, ouPath }));
}
