import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { KnownBrowser } from '../http/authentication/known-browsers.ts';
import { type ClientFacts, type OpenedSession, openSession } from '../http/authentication/sessions.ts';
import { checkPassword, storePassword } from './new-password.ts';
import { noteFailure } from './noted-failures.ts';
import type { Passwords } from './passwords.ts';
import { type SecondFactorTools, useCode } from './second-factor-code.ts';
import { type Attempt, beginAttempt } from './throttle.ts';

export interface SignInTools {
  readonly store: Pick<Store, 'transaction' | 'accounts'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly passwords: Passwords;
}

/** Where a sign-in by password comes from. */
export interface SignInFacts extends ClientFacts {
  /** The browser, if somebody has signed in with it before. */
  readonly browser: KnownBrowser | null;
}

/**
 * Opens a session for an e-mail address and a password, with a code where the account has a second factor. The refusal does not say what
 * is wrong, and takes as long for an account that does not exist, is disabled or has no password.
 * @throws Fault wrong_credentials when they do not fit, second_factor_required when a code alone is missing, rate_limited, unavailable
 */
export async function signInByPassword(
  tools: SignInTools & SecondFactorTools,
  given: { readonly email: string; readonly password: string; readonly code?: string | undefined },
  from: SignInFacts,
): Promise<OpenedSession> {
  const { store, passwords } = tools;
  const email = given.email.trim();
  const attempt = await beginSignInAttempt(tools, email, from);
  const account = await store.accounts.byEmail(DEFAULT_ORGANISATION_ID, email);
  const fits = await passwords.verify(account?.passwordHash ?? null, given.password);
  const opened = await store.transaction(async (tx): Promise<OpenedSession | Fault> => {
    // Read again: the account may have been disabled, or given another password, while the hash was computed.
    const now = account === null ? null : await tx.accounts.get(account.organisationId, account.id);
    const isRight =
      fits && now !== null && now.status === 'active' && now.passwordHash === account?.passwordHash;
    if (isRight && now.secondFactor && given.code === undefined) {
      // It neither failed nor succeeded. It must not reset the count: who knows the password would then try codes without end.
      await attempt.withdrawn(tx);
      return new Fault('second_factor_required', 'Send the same again with a code of your second factor.');
    }
    if (isRight && (await hasRightCode(tx, tools, { account: now, code: given.code }))) {
      await attempt.succeeded(tx);
      return await openSession(tx, tools, { account: now, method: 'password', from });
    }
    const method = isRight ? 'second_factor' : 'password';
    await noteFailure(tx, tools.clock.now(), { account: now, from, method });
    return new Fault('wrong_credentials', wrongOf(given.code));
  });
  if (opened instanceof Fault) throw opened;
  return opened;
}

/** Whether the account asks for no code, or this is one of its codes, which is used up. */
async function hasRightCode(
  tx: Transaction,
  tools: SecondFactorTools,
  { account, code }: { readonly account: AccountRecord; readonly code: string | undefined },
): Promise<boolean> {
  return !account.secondFactor || (code !== undefined && (await useCode(tx, tools, { account, code })));
}

/** It depends on what was sent alone, so that it does not tell whether the password was right. */
function wrongOf(code: string | undefined): string {
  return code === undefined
    ? 'The e-mail address or the password is wrong.'
    : 'The e-mail address, the password or the code is wrong.';
}

/**
 * Changes the password of the signed-in person. Every session of the account ends, and a new one is opened for this browser.
 * @throws Fault wrong_credentials for a wrong present password, validation_failed for an unacceptable new password, rate_limited, unavailable
 */
export async function changePassword(
  tools: SignInTools,
  account: AccountRecord,
  { given, from }: { readonly given: PasswordPair; readonly from: SignInFacts },
): Promise<OpenedSession> {
  const { store, passwords, clock } = tools;
  checkPassword(given.newPassword, account, '#/newPassword');
  const attempt = await beginSignInAttempt(tools, account.email, from);
  const fits =
    account.passwordHash === null ||
    (await passwords.verify(account.passwordHash, given.currentPassword ?? ''));
  if (!fits) {
    await store.transaction((tx) =>
      noteFailure(tx, clock.now(), { account, from, method: 'password_change' }),
    );
    throw new Fault('wrong_credentials', 'The present password is wrong.');
  }
  const passwordHash = await passwords.hash(given.newPassword);
  return await store.transaction(async (tx) => {
    const now = await tx.accounts.get(account.organisationId, account.id);
    if (now === null || now.status !== 'active' || now.passwordHash !== account.passwordHash)
      throw new Fault('conflict', 'The account was changed at the same moment; try again.');
    await attempt.succeeded(tx);
    return await setPassword(tx, tools, { account: now, passwordHash, from });
  });
}

interface PasswordPair {
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/**
 * Sets a password with the one-time token of an invitation, and signs in. An unknown, used or expired token sets nothing.
 * @throws Fault invalid_invitation for such a token, validation_failed for a password that is none
 */
export async function acceptInvite(
  tools: SignInTools,
  given: { readonly token: string; readonly password: string },
  from: ClientFacts,
): Promise<OpenedSession> {
  const { store, passwords, clock } = tools;
  // Checked before the hash, which is expensive, so that nobody without an invitation can cause that work.
  if (!(await store.accounts.hasLink(sha256(given.token), clock.now()))) throw noInvitation();
  const passwordHash = await passwords.hash(given.password);
  const opened = await store.transaction(async (tx) => {
    const id = await tx.accounts.redeemLink(sha256(given.token), clock.now());
    const account = id === null ? null : await tx.accounts.get(DEFAULT_ORGANISATION_ID, id);
    // Nobody gets past a second factor by an invitation of before.
    if (account === null || account.status !== 'active' || account.secondFactor) return null;
    // Thrown inside the transaction, so that a refused password does not use up the token.
    checkPassword(given.password, account, '#/password');
    return await setPassword(tx, tools, { account, passwordHash, from });
  });
  if (opened === null) throw noInvitation();
  return opened;
}

function noInvitation(): Fault {
  return new Fault('invalid_invitation', 'This invitation does not work any more; ask for a new one.');
}

/** Admits an attempt at a password or a code, and counts it. @throws Fault rate_limited */
export async function beginSignInAttempt(
  { store, clock }: Pick<SignInTools, 'store' | 'clock'>,
  name: string,
  from: SignInFacts,
): Promise<Attempt> {
  const { address, browser } = from;
  return await store.transaction((tx) => beginAttempt(tx, { name, address, browser, now: clock.now() }));
}

/** Stores a new password and opens a session. */
async function setPassword(
  tx: Transaction,
  tools: Pick<SignInTools, 'clock' | 'random' | 'ids'>,
  {
    account,
    passwordHash,
    from,
  }: { readonly account: AccountRecord; readonly passwordHash: string; readonly from: ClientFacts },
): Promise<OpenedSession> {
  const changed = await storePassword(tx, tools, { account, passwordHash, from });
  return await openSession(tx, tools, { account: changed, method: 'password', from });
}
