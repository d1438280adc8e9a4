import type { OuInput, OuPatch } from '../../contracts/rest/ous.ts';
import { Fault } from '../../kit/fault.ts';
import type { OuCounts, OuRecord } from '../../store/ports/organisations.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { childPath, ouNameFlaw } from '../../store/rules/ou-path.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { mayReach, namedOu, type Reach, requireOu } from '../input/reach.ts';

/** A call that concerns one unit and expects a version of it. */
export interface OuCall {
  readonly reach: Reach;
  readonly id: string;
  readonly now: number;
  /** Throws when the version differs from the version that the caller has read. */
  readonly checkVersion: (version: number) => void;
}

/** @throws Fault not_found */
export async function ouInReach(
  { ous }: Pick<Repositories, 'ous'>,
  reach: Reach,
  id: string,
): Promise<OuRecord> {
  const unit = await ous.get(reach.organisationId, id);
  if (unit === null || !mayReach(reach, unit.path)) throw notFound('organisational unit');
  return unit;
}

/** The users and devices of a unit and of all below it. */
export async function countsOf({ ous }: Pick<Repositories, 'ous'>, unit: OuRecord): Promise<OuCounts> {
  const counts = await ous.counts(unit.organisationId, unit.path);
  return counts.get(unit.id) ?? { userCount: 0, deviceCount: 0 };
}

/** @throws Fault already_exists, ou_not_permitted, validation_failed, unprocessable for an unknown parent or a tree that would be too deep */
export async function createOu(
  tx: Transaction,
  { reach, now }: { readonly reach: Reach; readonly now: number },
  input: OuInput,
): Promise<OuRecord> {
  const name = readName(input.name);
  const parent = await namedParent(tx, reach, input.parentId ?? reach.ouPath ?? '/');
  return await tx.ous.create(reach.organisationId, { parentId: parent.id, name }, now);
}

/**
 * Renames or moves a unit. A caller that is limited to this very unit cannot, because the unit would then lie outside of its reach.
 * @throws Fault not_found, precondition_failed, already_exists, ou_not_permitted, validation_failed, unprocessable
 */
export async function updateOu(
  tx: Transaction,
  { reach, id, now, checkVersion }: OuCall,
  patch: OuPatch,
): Promise<{ readonly before: OuRecord; readonly after: OuRecord }> {
  const before = await ouInReach(tx, reach, id);
  checkVersion(before.updatedAt);
  const name = patch.name === undefined ? before.name : readName(patch.name);
  const parent = patch.parentId === undefined ? null : await namedParent(tx, reach, patch.parentId);
  const above = parent?.path ?? before.path.slice(0, before.path.lastIndexOf('/'));
  if (name !== before.name || parent !== null) requireOu(reach, childPath(above === '' ? '/' : above, name));
  const changes = { name, ...(parent === null ? {} : { parentId: parent.id }) };
  const after = await tx.ous.update(reach.organisationId, id, changes, now);
  if (after === null) throw notFound('organisational unit');
  // Keys and accounts that are limited to a unit follow it at once.
  for (const kind of ['api_keys', 'accounts'] as const) tx.wake({ kind });
  return { before, after };
}

/** @returns the unit as it was. @throws Fault not_found, precondition_failed, ou_not_empty, unprocessable for the root */
export async function deleteOu(tx: Transaction, { reach, id, now, checkVersion }: OuCall): Promise<OuRecord> {
  const unit = await ouInReach(tx, reach, id);
  checkVersion(unit.updatedAt);
  await tx.ous.delete(reach.organisationId, id, now);
  return unit;
}

function readName(text: string): string {
  const name = text.trim();
  const flaw = ouNameFlaw(name);
  if (flaw !== null) throw fieldFault('#/name', 'ou_name', `The name ${flaw}.`);
  return name;
}

/** The same as `namedOu`, for the member `parentId`. */
async function namedParent(tx: Transaction, reach: Reach, reference: string): Promise<OuRecord> {
  try {
    return await namedOu(tx, reach, reference);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'unprocessable') throw error;
    throw unknownParent(error);
  }
}

function unknownParent(cause: Fault): Fault {
  const { code, detail } = cause;
  const errors = [{ in: 'body', pointer: '#/parentId', code: 'unknown_ou', detail }] as const;
  return new Fault(code, detail, { cause, extras: { errors } });
}
