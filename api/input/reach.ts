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
 * How far a caller reaches: one organisation, and in it possibly one unit with its subtree. A thing outside cannot be seen (404, and absent
 * from lists). A request that names a unit outside is refused (403).
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

/** The filter member that restricts a list to the caller's reach. */
export function withinReach({ ouPath }: Reach): { readonly withinOuPath?: string } {
  return ouPath === null ? {} : { withinOuPath: ouPath };
}

/** @throws Fault ou_not_permitted */
export function requireOu(reach: Reach, path: string): void {
  if (!mayReach(reach, path))
    throw new Fault('ou_not_permitted', `This key is limited to ${reach.ouPath} and what is below it.`);
}

/** For things that concern every unit, such as campuses and webhooks. @throws Fault ou_not_permitted */
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

/** A command. A key that is limited to a unit sees it only while its device is in that unit. @throws Fault not_found */
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

/**
 * The path of the unit that a question is about: the one that it names by path or id, else the caller's own; null = the whole organisation.
 * @throws Fault not_found when there is no such unit in reach
 */
export async function askedOu(
  repositories: Pick<Repositories, 'ous'>,
  reach: Reach,
  reference: string | undefined,
): Promise<string | null> {
  if (reference === undefined) return reach.ouPath;
  const unit = await findOu(repositories, reach.organisationId, reference);
  if (unit === null || !mayReach(reach, unit.path)) throw notFound('organisational unit');
  return unit.path === '/' ? null : unit.path;
}

/** The existing unit that the body names as `ou`, if the caller may write to it. @throws Fault ou_not_permitted, unprocessable */
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
  // A path outside gets the same refusal whether or not a unit exists there, so that the key does not learn it.
  if (!isId('ou', reference)) requireOu(reach, reference);
  const detail = 'There is no such organisational unit.';
  throw new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer, code: 'unknown_ou', detail }] },
  });
}
