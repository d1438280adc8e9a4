import { PASSWORD_LENGTH } from '../../contracts/rest/accounts.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { textKey } from '../../kit/text-key.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { type ClientFacts, endSessionsOf } from '../http/authentication/sessions.ts';

/** Stores a password that a person has chosen. Every session, invitation and link of the account ends. */
export async function storePassword(
  tx: Transaction,
  { clock }: { readonly clock: Clock },
  {
    account,
    passwordHash,
    from,
  }: { readonly account: AccountRecord; readonly passwordHash: string; readonly from: ClientFacts },
): Promise<AccountRecord> {
  const now = clock.now();
  const changed = await tx.accounts.update(account.organisationId, account.id, { passwordHash }, now);
  await tx.accounts.endLinks(account.id);
  await tx.passwordResets.deleteOf(account.id);
  await endSessionsOf(tx, account);
  await tx.audit.append({
    organisationId: account.organisationId,
    at: now,
    actor: account.id,
    action: 'account.password_changed',
    target: account.id,
    ip: from.address,
    userAgent: from.userAgent,
  });
  return changed ?? account;
}

/** @throws Fault validation_failed for a password that attackers guess first */
export function checkPassword(password: string, { email, name }: AccountRecord, pointer: string): void {
  const key = textKey(password);
  const known = [email, name].map(textKey);
  const one = new Set(key).size < 4;
  if (!one && !known.includes(key)) return;
  const detail = `A password has at least ${PASSWORD_LENGTH.min} characters, four different ones, and is neither the name nor the address.`;
  throw new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'body', pointer, code: 'guessable', detail }] },
  });
}
