import { Fault } from '../../kit/fault.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { noteFailure } from './noted-failures.ts';
import { beginSignInAttempt, type SignInFacts, type SignInTools } from './password-sign-in.ts';
import { type SecondFactorTools, useCode, useDigits } from './second-factor-code.ts';

/** What a signed-in person gives to show who is at the keyboard. All that is given has to be right. */
export interface Proof {
  readonly password?: string | undefined;
  /** Of the second factor, or a recovery code. */
  readonly code?: string | undefined;
  /** Six digits of a second factor that is not confirmed yet. */
  readonly firstCode?: string | undefined;
}

/**
 * Checks a signed-in person anew, and carries something out in the transaction that has used the code up. Failures count as those of a
 * sign-in.
 * @throws Fault wrong_credentials, rate_limited, unavailable
 */
export async function withProof<Result>(
  tools: SignInTools & SecondFactorTools,
  {
    account,
    proof,
    from,
    method,
  }: {
    readonly account: AccountRecord;
    readonly proof: Proof;
    readonly from: SignInFacts;
    /** For the audit of a failure. */
    readonly method: string;
  },
  effect: (tx: Transaction, account: AccountRecord) => Promise<Result>,
): Promise<Result> {
  const { store, passwords, clock } = tools;
  const { password, code, firstCode } = proof;
  const attempt = await beginSignInAttempt(tools, account.email, from);
  const fits = password === undefined || (await passwords.verify(account.passwordHash, password));
  const done = await store.transaction(async (tx) => {
    // Read again: the account may have been changed while the hash was computed.
    const now = await tx.accounts.get(account.organisationId, account.id);
    const same = now !== null && now.status === 'active' && now.passwordHash === account.passwordHash;
    if (
      fits &&
      same &&
      (code === undefined || (await useCode(tx, tools, { account: now, code }))) &&
      (firstCode === undefined || (await useDigits(tx, tools, { account: now, code: firstCode })))
    ) {
      await attempt.succeeded(tx);
      return { result: await effect(tx, now) };
    }
    await noteFailure(tx, clock.now(), { account, from, method });
    return null;
  });
  if (done === null) throw new Fault('wrong_credentials', 'The password or the code is wrong.');
  return done.result;
}
