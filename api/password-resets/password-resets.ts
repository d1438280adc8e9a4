import { Fault } from '../../kit/fault.ts';
import { base62 } from '../../kit/random.ts';
import { sha256 } from '../../kit/signing.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { managedAccount } from '../accounts/accounts.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { ClientFacts } from '../http/authentication/sessions.ts';
import type { AccountMail, Letter } from '../sign-in/account-mail.ts';
import { checkPassword, storePassword } from '../sign-in/new-password.ts';
import { noteFailure } from '../sign-in/noted-failures.ts';
import type { SignInFacts, SignInTools } from '../sign-in/password-sign-in.ts';
import { beginAttempt } from '../sign-in/throttle.ts';

/** How long a link is good for. */
export const RESET_MINUTES = 60;
const RESET_MS = RESET_MINUTES * 60_000;
/**
 * So many mails an account in this time. Who asks for more gets none, whoever it is: the mailbox then has this many links that are good for
 * another half an hour, so nobody keeps the person from a new password by asking in between.
 */
const MAX_MAILS = 3;
const MAILS_MS = RESET_MS / 2;
const SECRET_LENGTH = 43; // 256 bits in base62

export interface PasswordResetTools extends SignInTools {
  readonly store: Pick<Store, 'transaction' | 'accounts' | 'passwordResets'>;
  /** Null = the server sends no e-mail now. */
  readonly accountMail: () => Promise<AccountMail | null>;
  /** The address of the dashboard, without a path. It is never taken from a request, whose header fields anybody can write. */
  readonly dashboardUrl: () => string;
}

/**
 * Sends a link to a new password to whoever has this address. What it answers and writes, and how long that takes, is the same for an
 * address of nobody.
 * @throws Fault rate_limited
 */
export async function requestReset(
  tools: PasswordResetTools,
  email: string,
  from: SignInFacts,
): Promise<void> {
  const { store, clock, random } = tools;
  const accountMail = await tools.accountMail();
  const name = email.trim();
  const token = base62(random, SECRET_LENGTH);
  const hash = sha256(token);
  const now = clock.now();
  const account = await store.transaction(async (tx) => {
    await beginAttempt(tx, {
      name,
      address: from.address,
      browser: from.browser,
      now,
      purpose: 'password reset',
    });
    const known = await tx.accounts.byEmail(DEFAULT_ORGANISATION_ID, name);
    await noteFailure(tx, now, {
      account: known,
      from,
      method: 'mail',
      action: 'account.password_reset_requested',
    });
    if (accountMail === null || known === null || refusalOf(known) !== null) return null;
    if ((await tx.passwordResets.requestedSince(known.id, now - MAILS_MS)) >= MAX_MAILS) return null;
    await tx.passwordResets.create({
      hash,
      accountId: known.id,
      requestedAt: now,
      expiresAt: now + RESET_MS,
    });
    return known;
  });
  if (account === null) return;
  accountMail?.send(account, invitation(linkOf(tools, token)), () => store.passwordResets.delete(hash));
}

/** A link that an administrator has made. */
export interface MadeReset {
  readonly account: AccountRecord;
  readonly token: string;
  readonly link: string;
  readonly expiresAt: number;
}

/** Makes a link for an account that the caller manages. @throws Fault not_found, conflict for an account that gets none */
export async function makeReset(
  tx: Transaction,
  tools: Pick<PasswordResetTools, 'clock' | 'random' | 'dashboardUrl'>,
  { caller, id }: { readonly caller: Caller; readonly id: string },
): Promise<MadeReset> {
  const account = await managedAccount(tx, caller, id);
  // Whoever finds a browser signed in must not get past the present password.
  if (account.id === caller.actor)
    throw new Fault('conflict', 'This is your own account: change its password with the present one.');
  const refusal = refusalOf(account);
  if (refusal !== null) throw new Fault('conflict', refusal);
  const token = base62(tools.random, SECRET_LENGTH);
  const expiresAt = tools.clock.now() + RESET_MS;
  await tx.passwordResets.create({
    hash: sha256(token),
    accountId: account.id,
    requestedAt: null,
    expiresAt,
  });
  return { account, token, link: linkOf(tools, token), expiresAt };
}

/**
 * Sets a password with the token of a link. Every session, link and invitation of the account ends; nobody is signed in, and a second
 * factor stays. An unknown, used or expired token sets nothing.
 * @throws Fault invalid_password_reset for such a token, validation_failed for a password that is none
 */
export async function useReset(
  tools: PasswordResetTools,
  given: { readonly token: string; readonly password: string },
  from: ClientFacts,
): Promise<void> {
  const { store, passwords, clock } = tools;
  const hash = sha256(given.token);
  // Checked before the hash of the password, which is expensive, so that nobody without a link can cause that work.
  if (!(await store.passwordResets.has(hash, clock.now()))) throw noReset();
  const passwordHash = await passwords.hash(given.password);
  const account = await store.transaction(async (tx) => {
    const id = await tx.passwordResets.redeem(hash, clock.now());
    const known = id === null ? null : await tx.accounts.get(DEFAULT_ORGANISATION_ID, id);
    if (known === null || refusalOf(known) !== null) return null;
    // Thrown inside the transaction, so that a refused password does not use up the token.
    checkPassword(given.password, known, '#/password');
    return await storePassword(tx, tools, { account: known, passwordHash, from });
  });
  if (account === null) throw noReset();
  (await tools.accountMail())?.send(account, CHANGED);
}

/** Why an account gets no link; null = it gets one. A link replaces a password and gives none to who signs in without. */
function refusalOf({ status, passwordHash }: AccountRecord): string | null {
  if (status !== 'active') return 'The account is disabled.';
  return passwordHash === null ? 'The account has no password yet: invite the person instead.' : null;
}

function linkOf({ dashboardUrl }: Pick<PasswordResetTools, 'dashboardUrl'>, token: string): string {
  return `${dashboardUrl()}/reset/${token}`;
}

function noReset(): Fault {
  return new Fault('invalid_password_reset', 'This link does not work any more; ask for a new one.');
}

/** The letter with a link. */
export function invitation(link: string): Letter {
  return {
    subject: 'A new password for Schoolgate',
    sentences: [
      'Somebody asked for a new password of your Schoolgate account. To choose one, open this page:',
      `It works once, within ${RESET_MINUTES} minutes.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    link,
  };
}

const CHANGED: Letter = {
  subject: 'Your Schoolgate password was changed',
  sentences: [
    'The password of your Schoolgate account was changed with a link, and you were signed out everywhere.',
    'If it was not you, tell your administrator at once.',
  ],
};
