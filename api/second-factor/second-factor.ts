import { RECOVERY_CODES, type SecondFactorProof } from '../../contracts/rest/second-factor.ts';
import { Fault } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import { newTotpSecret, totpUri } from '../../kit/totp.ts';
import { typedCode } from '../../kit/typed-code.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { managedAccount } from '../accounts/accounts.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { endSessionsOf } from '../http/authentication/sessions.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import type { AccountMail, Letter } from '../sign-in/account-mail.ts';
import { withProof } from '../sign-in/fresh-proof.ts';
import type { SignInFacts, SignInTools } from '../sign-in/password-sign-in.ts';
import {
  type SecondFactorTools as CodeTools,
  hashOfRecoveryCode,
  sealingContext,
} from '../sign-in/second-factor-code.ts';

/** The name under which an authenticator program lists the codes. */
const ISSUER = 'Schoolgate';
/** Time to confirm: to install an authenticator program, and to read the QR code. */
const PENDING_MS = 3_600_000;
/** 80 random bits: `XXXX-XXXX-XXXX-XXXX`. */
const CODE_LENGTH = 16;
const CODE_GROUP = 4;

export interface SecondFactorTools extends SignInTools, CodeTools {
  readonly store: Pick<Store, 'transaction' | 'accounts' | 'secondFactors'>;
  readonly clock: SignInTools['clock'];
  /** Null = the server sends no e-mail now. */
  readonly accountMail: () => Promise<AccountMail | null>;
}

/** Whoever asks, for their own account. */
export interface Asker {
  readonly account: AccountRecord;
  readonly from: SignInFacts;
  readonly requestId: string;
}

/**
 * Begins a second factor with the present password; one that was begun and not confirmed ends. Signing in does not ask for it yet.
 * @throws Fault conflict for an account that has one or has no password, wrong_credentials, rate_limited, unavailable
 */
export async function beginSecondFactor(
  tools: SecondFactorTools,
  { password, ...asker }: Asker & { readonly password: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { account, from } = asker;
  if (account.passwordHash === null)
    throw new Fault(
      'conflict',
      'You sign in without a password: the provider of your school asks for a second factor.',
    );
  const secret = newTotpSecret(tools.random);
  await withProof(tools, { account, from, proof: { password }, method: 'second_factor' }, async (tx, now) => {
    if (now.secondFactor) throw new Fault('conflict', 'You have a second factor: take it away first.');
    const sealed = tools.sealer.seal(secret, sealingContext(account));
    const createdAt = tools.clock.now();
    await tx.secondFactors.begin({ accountId: account.id, secret: sealed, createdAt });
    await note(tx, { ...asker, at: createdAt, action: 'account.second_factor_begun' });
  });
  return { secret, uri: totpUri({ secret, issuer: ISSUER, account: account.email }) };
}

/**
 * Confirms what was begun with a code of the authenticator program: from now on signing in asks for one.
 * @returns the recovery codes
 * @throws Fault conflict when nothing was begun within the hour, wrong_credentials, rate_limited
 */
export async function confirmSecondFactor(
  tools: SecondFactorTools,
  { code, ...asker }: Asker & { readonly code: string },
): Promise<readonly string[]> {
  const { store, clock, random } = tools;
  const { account, from } = asker;
  const begun = await store.secondFactors.get(account.id);
  if (begun === null || begun.confirmedAt !== null || begun.createdAt + PENDING_MS <= clock.now())
    throw new Fault('conflict', 'No second factor waits to be confirmed: begin one first.');
  const proof = { firstCode: code.replaceAll(/\s/g, '') };
  return await withProof(tools, { account, from, proof, method: 'second_factor' }, async (tx) => {
    const at = clock.now();
    await tx.secondFactors.confirm(account.id, at);
    const codes = await giveCodes(tx, account, random);
    await change(tx, { ...asker, at, action: 'account.second_factor_enabled' });
    return codes;
  });
}

/** Gives new recovery codes and ends those of before. @throws Fault not_found, validation_failed, wrong_credentials, rate_limited, unavailable */
export async function renewRecoveryCodes(
  tools: SecondFactorTools,
  { proof, ...asker }: Asker & { readonly proof: SecondFactorProof },
): Promise<readonly string[]> {
  const { account, from } = asker;
  checkProof(account, proof);
  return await withProof(tools, { account, from, proof, method: 'second_factor' }, async (tx) => {
    const codes = await giveCodes(tx, account, tools.random);
    await note(tx, { ...asker, at: tools.clock.now(), action: 'account.recovery_codes_made' });
    return codes;
  });
}

/** Takes the own second factor away. @throws as `renewRecoveryCodes` */
export async function removeOwnSecondFactor(
  tools: SecondFactorTools,
  { proof, ...asker }: Asker & { readonly proof: SecondFactorProof },
): Promise<void> {
  const { account, from } = asker;
  checkProof(account, proof);
  await withProof(tools, { account, from, proof, method: 'second_factor' }, async (tx) => {
    await tx.secondFactors.delete(account.id);
    await change(tx, { ...asker, at: tools.clock.now(), action: 'account.second_factor_removed' });
  });
  (await tools.accountMail())?.send(account, REMOVED);
}

/**
 * Takes away the second factor of an account that the caller manages, and ends the account's sessions.
 * @throws Fault not_found, conflict for the own account
 */
export async function removeSecondFactorOf(
  tx: Transaction,
  { caller, id, now }: { readonly caller: Caller; readonly id: string; readonly now: number },
): Promise<AccountRecord> {
  const account = await managedAccount(tx, caller, id);
  // Whoever finds a browser signed in must not get past the password or code.
  if (account.id === caller.actor)
    throw new Fault('conflict', 'This is your own account: use DELETE /v1/account/second-factor.');
  if (!account.secondFactor) throw notFound('second factor');
  await tx.secondFactors.delete(account.id);
  await tx.accounts.update(account.organisationId, account.id, {}, now);
  await endSessionsOf(tx, account);
  return account;
}

/** The letter to whoever has no second factor any more. */
export const REMOVED: Letter = {
  subject: 'Your Schoolgate account has no second factor any more',
  sentences: [
    'The second factor of your Schoolgate account was taken away. Your password alone signs you in now.',
    'If you did not ask for this, tell your administrator at once.',
  ],
};

/** @throws Fault not_found without a second factor, validation_failed without a proof */
function checkProof({ secondFactor }: AccountRecord, { password, code }: SecondFactorProof): void {
  if (!secondFactor) throw notFound('second factor');
  if (password === undefined && code === undefined)
    throw fieldFault('#/password', 'missing_proof', 'Give your password or a code.');
}

async function giveCodes(tx: Transaction, { id }: AccountRecord, random: Random): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    typedCode(random.bytes(CODE_LENGTH), CODE_GROUP),
  );
  await tx.secondFactors.replaceCodes(id, codes.map(hashOfRecoveryCode));
  return codes;
}

interface Noted extends Asker {
  readonly at: number;
  readonly action: string;
}

/** Notes a change that colleagues see in the account. */
async function change(tx: Transaction, noted: Noted): Promise<void> {
  await tx.accounts.update(noted.account.organisationId, noted.account.id, {}, noted.at);
  tx.wake({ kind: 'accounts' });
  await note(tx, noted);
}

async function note(tx: Transaction, { account, from, requestId, at, action }: Noted): Promise<void> {
  await tx.audit.append({
    organisationId: account.organisationId,
    at,
    actor: account.id,
    action,
    target: account.id,
    ip: from.address,
    userAgent: from.userAgent,
    requestId,
  });
  tx.wake({ kind: 'changed', id: account.id });
}
