import type { UserInput, UserPatch } from '../../contracts/rest/users.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import type { UserFields, UserRecord } from '../../store/ports/users.ts';
import { followClaimsOfUser } from '../../store/rules/follow-claims.ts';
import { toUser } from '../../store/views/user.ts';
import type { AuditNote } from '../http/route.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { mayReach, namedOu, type Reach } from '../input/reach.ts';

/** The outcome of a write, and the user before it. */
export interface UserWrite {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly user: UserRecord;
  readonly before: UserRecord | null;
}

/**
 * Makes a user. With `upsert` and a known `externalId` it changes the given members of that user instead. Unchanged values are not written
 * again. The answer tells nothing of a user outside of the caller's reach, except that the address is taken.
 * @throws Fault already_exists, ou_not_permitted, unprocessable for an unknown unit, validation_failed for an upsert without `externalId`
 */
export async function putUser(
  tx: Transaction,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  { reach, input, upsert }: { readonly reach: Reach; readonly input: UserInput; readonly upsert: boolean },
): Promise<UserWrite> {
  const given = fieldsOf(input);
  if (upsert && given.externalId == null)
    throw fieldFault('#/externalId', 'needed_for_upsert', 'An upsert needs "externalId".');
  const known =
    upsert && given.externalId != null
      ? await tx.users.byExternalId(reach.organisationId, given.externalId)
      : null;
  if (known !== null && !mayReach(reach, known.ouPath))
    throw new Fault('already_exists', 'Another user has this external id.');
  const now = clock.now();
  if (known !== null) return await change(tx, reach, { known, given, ou: input.ou ?? undefined, now });
  const unit = await namedOu(tx, reach, input.ou ?? reach.ouPath ?? '/');
  const user = await tellingOnlyOfReach(tx, reach, () =>
    tx.users.create({
      externalId: null,
      grade: null,
      status: 'active',
      ...given,
      email: input.email,
      name: input.name.trim(),
      role: input.role,
      id: ids.next('usr'),
      organisationId: reach.organisationId,
      ouId: unit.id,
      now,
    }),
  );
  return { outcome: 'created', user, before: null };
}

/** A call that concerns one user and expects a version of it. */
export interface UserCall {
  readonly reach: Reach;
  readonly id: string;
  readonly now: number;
  /** Throws when the version differs from the version that the caller has read. */
  readonly checkVersion: (version: number) => void;
}

/** @throws Fault not_found, precondition_failed, already_exists, ou_not_permitted, unprocessable for an unknown unit */
export async function updateUser(
  tx: Transaction,
  { reach, id, now, checkVersion }: UserCall,
  { ou, ...patch }: UserPatch,
): Promise<UserWrite> {
  const known = await userInReach(tx, reach, id);
  checkVersion(known.version);
  const cleared = {
    ...(patch.externalId === null ? { externalId: null } : {}),
    ...(patch.grade === null ? { grade: null } : {}),
  };
  return await change(tx, reach, { known, given: { ...fieldsOf(patch), ...cleared }, ou, now });
}

/** Deletes a user. Stored records of the past keep the user's address. @returns the user as it was. @throws Fault not_found, precondition_failed */
export async function deleteUser(
  tx: Transaction,
  { reach, id, now, checkVersion }: UserCall,
): Promise<UserRecord> {
  const known = await userInReach(tx, reach, id);
  checkVersion(known.version);
  const { organisationId } = reach;
  await followClaimsOfUser(tx, { organisationId, email: known.email, now }, () =>
    tx.users.delete(organisationId, id),
  );
  return known;
}

/** @throws Fault not_found */
export async function userInReach(
  { users }: Pick<Repositories, 'users'>,
  reach: Reach,
  id: string,
): Promise<UserRecord> {
  const user = await users.get(reach.organisationId, id);
  if (user === null || !mayReach(reach, user.ouPath)) throw notFound('user');
  return user;
}

async function change(
  tx: Transaction,
  reach: Reach,
  {
    known,
    given,
    ou,
    now,
  }: {
    readonly known: UserRecord;
    readonly given: Partial<UserFields>;
    readonly ou: string | undefined;
    readonly now: number;
  },
): Promise<UserWrite> {
  const place = ou === undefined ? {} : { ouId: (await namedOu(tx, reach, ou)).id };
  const { organisationId } = reach;
  const user = await tellingOnlyOfReach(tx, reach, () =>
    followClaimsOfUser(tx, { organisationId, email: known.email, now }, () =>
      tx.users.update(organisationId, known.id, { ...given, ...place }, now),
    ),
  );
  if (user === null) throw notFound('user');
  return { outcome: user.version === known.version ? 'unchanged' : 'updated', user, before: known };
}

type Given = Omit<UserFields, 'ouId'>;

/** The given members. Null counts as absent; a merge patch handles clearing itself. */
function fieldsOf({ email, name, role, externalId, grade, status }: Partial<UserInput>): Partial<Given> {
  return {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(role === undefined ? {} : { role }),
    ...(externalId == null ? {} : { externalId: externalId.trim() }),
    ...(grade == null ? {} : { grade: grade.trim() }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Removes the id of the other user from a refusal when the caller may not know of that user. */
async function tellingOnlyOfReach<T>(tx: Transaction, reach: Reach, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Fault) || error.extras.existingId === undefined) throw error;
    const holder = await tx.users.get(reach.organisationId, error.extras.existingId);
    if (holder !== null && mayReach(reach, holder.ouPath)) throw error;
    throw withoutHolder(error);
  }
}

function withoutHolder(cause: Fault): Fault {
  return new Fault(cause.code, cause.detail, { cause });
}

/** The audit notes of a write; none when nothing changed. */
export function userNotes({ outcome, user, before }: UserWrite): readonly AuditNote[] {
  if (outcome === 'unchanged') return [];
  const after = toUser(user);
  return [
    before === null
      ? { action: 'user.created', target: user.id, after }
      : { action: 'user.updated', target: user.id, before: toUser(before), after },
  ];
}
