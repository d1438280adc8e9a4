import type { AccountInput, AccountPatch } from '../../contracts/rest/accounts.ts';
import { MANAGED_ROLES, type Role } from '../../contracts/roles.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { base62, type IdSource, type Random } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { AccountChanges, AccountRecord } from '../../store/ports/accounts.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { endSessionsOf } from '../http/authentication/sessions.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { mayReach, namedOu, reachOf } from '../input/reach.ts';

/** How long an invitation, or a link to a new password, is good for. */
const INVITE_MS = 7 * 86_400_000;
const SECRET_LENGTH = 43; // 256 bits in base62

/** Whether the caller manages an account. The account's role and unit decide. */
export function mayManage(caller: Caller, account: Pick<AccountRecord, 'role' | 'ouPath'>): boolean {
  const role = roleOf(caller);
  if (role === null || !MANAGED_ROLES[role].includes(account.role)) return false;
  return caller.ouPath === null || (account.ouPath !== null && mayReach(reachOf(caller), account.ouPath));
}

/** @throws Fault not_found, also for an account that the caller does not manage */
export async function managedAccount(
  { accounts }: Pick<Repositories, 'accounts'>,
  caller: Caller,
  id: string,
): Promise<AccountRecord> {
  const account = await accounts.get(caller.organisationId, id);
  if (account === null || !mayManage(caller, account)) throw notFound('account');
  return account;
}

/** @throws Fault already_exists, validation_failed, ou_not_permitted, unprocessable for an unknown unit, insufficient_scope */
export async function createAccount(
  tx: Transaction,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  { caller, input }: { readonly caller: Caller; readonly input: AccountInput },
): Promise<AccountRecord> {
  const unit = input.ou == null ? null : await namedOu(tx, reachOf(caller), input.ou);
  checkPlace(caller, { role: input.role, ouPath: unit?.path ?? null });
  return await tx.accounts.create({
    id: ids.next('acc'),
    organisationId: caller.organisationId,
    email: input.email,
    name: input.name.trim(),
    role: input.role,
    ouId: unit?.id ?? null,
    passwordHash: null,
    oidc: null,
    provisioned: false,
    createdAt: clock.now(),
  });
}

/**
 * Changes an account. A change of role, unit, status or address ends the account's sessions, and its links to a new password, at once.
 * @throws as `createAccount`; Fault conflict when nobody would be left as owner
 */
export async function updateAccount(
  tx: Transaction,
  known: AccountRecord,
  { caller, patch, now }: { readonly caller: Caller; readonly patch: AccountPatch; readonly now: number },
): Promise<AccountRecord> {
  const unit = patch.ou == null ? null : await namedOu(tx, reachOf(caller), patch.ou);
  const ouPath = patch.ou === undefined ? known.ouPath : (unit?.path ?? null);
  const { role = known.role, status = known.status } = patch;
  checkPlace(caller, { role, ouPath });
  if (role !== 'owner' || status !== 'active') await requireAnotherOwner(tx, known);
  const changes: AccountChanges = {
    ...plainChanges(patch),
    ...(patch.ou === undefined ? {} : { ouId: unit?.id ?? null }),
  };
  const account = await tx.accounts.update(known.organisationId, known.id, changes, now);
  if (account === null) throw notFound('account');
  const same = (['role', 'ouId', 'status', 'email'] as const).every((name) => account[name] === known[name]);
  if (same) tx.wake({ kind: 'accounts' });
  else {
    await endSessionsOf(tx, account);
    await tx.passwordResets.deleteOf(account.id);
  }
  return account;
}

function plainChanges({ email, name, role, status }: AccountPatch): AccountChanges {
  return {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
  };
}

/** @throws Fault conflict for the last owner */
export async function deleteAccount(tx: Transaction, account: AccountRecord): Promise<void> {
  await requireAnotherOwner(tx, account);
  await tx.accounts.delete(account.organisationId, account.id);
  tx.wake({ kind: 'accounts' });
}

/** Makes the one-time token with which a person sets a password. An older token of the account ends. */
export async function inviteAccount(
  tx: Transaction,
  account: AccountRecord,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  if (account.status !== 'active') throw new Fault('conflict', 'The account is disabled.');
  // An invitation signs in by itself.
  if (account.secondFactor)
    throw new Fault(
      'conflict',
      'The person has a second factor: make a link to a new password, or take the second factor away first.',
    );
  const token = base62(random, SECRET_LENGTH);
  const expiresAt = clock.now() + INVITE_MS;
  await tx.accounts.createLink({ hash: sha256(token), accountId: account.id, expiresAt });
  return { token, expiresAt };
}

function roleOf({ credential }: Caller): Role | null {
  return credential.kind === 'session' ? credential.role : null;
}

/** Refuses a role or unit that the caller may not give an account. An owner account reaches the whole organisation. */
function checkPlace(caller: Caller, place: Pick<AccountRecord, 'role' | 'ouPath'>): void {
  if (place.role === 'owner' && place.ouPath !== null)
    throw fieldFault('#/ou', 'owner', 'An owner reaches the whole organisation: leave "ou" out.');
  const role = roleOf(caller);
  if (role === null || !MANAGED_ROLES[role].includes(place.role))
    throw new Fault('insufficient_scope', `Your role may not make or change an account to ${place.role}.`, {
      extras: { requiredScopes: [], grantedScopes: caller.scopes },
    });
  if (!mayManage(caller, place))
    throw new Fault('ou_not_permitted', `You reach ${caller.ouPath} only: give a unit within it.`);
}

async function requireAnotherOwner(tx: Transaction, account: AccountRecord): Promise<void> {
  if (account.role !== 'owner' || account.status !== 'active') return;
  const others = (await tx.accounts.list(account.organisationId)).filter(
    ({ id, role, status }) => id !== account.id && role === 'owner' && status === 'active',
  );
  if (others.length === 0)
    throw new Fault('conflict', 'This is the last active owner: make another owner first.');
}
