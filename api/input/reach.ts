import { isId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { OuRecord } from '../../store/ports/organisations.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { notFound } from './field-fault.ts';

/**
 * How far a caller reaches: one organisation, and in it perhaps one unit with its subtree. What is outside cannot be seen (404, and
 * absent from lists); a place outside that a request names is refused (403).
 */
export interface Reach {
  readonly organisationId: number;
  /** Null = the whole organisation. */
  readonly ouPath: string | null;
}

export function reachOf({ organisationId, ouPath }: Caller): Reach {
  return { organisationId, ouPath };
}

export function mayReach({ ouPath }: Reach, path: string): boolean {
  return ouPath === null || isWithinOu(path, ouPath);
}

/** The filter member that keeps a list within reach. */
export function withinReach({ ouPath }: Reach): { readonly withinOuPath?: string } {
  return ouPath === null ? {} : { withinOuPath: ouPath };
}

/** @throws Fault ou_not_permitted */
export function requireOu(reach: Reach, path: string): void {
  if (!mayReach(reach, path))
    throw new Fault('ou_not_permitted', `This key is limited to ${reach.ouPath} and what is below it.`);
}

/** For what concerns every unit: campuses, webhooks. @throws Fault ou_not_permitted */
export function requireWholeOrganisation({ ouPath }: Reach): void {
  if (ouPath !== null)
    throw new Fault(
      'ou_not_permitted',
      `This concerns the whole organisation; the key is limited to ${ouPath}.`,
    );
}

/** @throws Fault not_found */
export async function deviceInReach(
  { devices }: Pick<Repositories, 'devices'>,
  reach: Reach,
  id: string,
): Promise<DeviceRecord> {
  const device = await devices.get(reach.organisationId, id);
  if (device === null || !mayReach(reach, device.ouPath)) throw notFound('device');
  return device;
}

/** A command; for a key that is limited to a unit, only of a device that is in it now. @throws Fault not_found */
export async function commandInReach(
  { commands, devices }: Pick<Repositories, 'commands' | 'devices'>,
  reach: Reach,
  id: string,
): Promise<CommandRecord> {
  const command = await commands.get(reach.organisationId, id);
  if (command === null) throw notFound('command');
  if (reach.ouPath === null) return command;
  const device = await devices.get(reach.organisationId, command.deviceId);
  if (device === null || !mayReach(reach, device.ouPath)) throw notFound('command');
  return command;
}

/** The unit that a text names by path or id; null when there is none. */
function findOu(
  { ous }: Pick<Repositories, 'ous'>,
  organisationId: number,
  reference: string,
): Promise<OuRecord | null> {
  return isId('ou', reference) ? ous.get(organisationId, reference) : ous.byPath(organisationId, reference);
}

/** An existing unit, named in the body as `ou`, that the caller may write to. @throws Fault ou_not_permitted, unprocessable */
export async function namedOu(
  repositories: Pick<Repositories, 'ous'>,
  reach: Reach,
  reference: string,
  pointer = '#/ou',
): Promise<OuRecord> {
  const unit = await findOu(repositories, reach.organisationId, reference);
  if (unit !== null) {
    requireOu(reach, unit.path);
    return unit;
  }
  // A path outside is refused as such, whether or not there is something: the key must not learn it.
  if (!isId('ou', reference)) requireOu(reach, reference);
  const detail = 'There is no such organisational unit.';
  throw new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer, code: 'unknown_ou', detail }] },
  });
}
