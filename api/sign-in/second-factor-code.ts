import type { Clock } from '../../kit/clock.ts';
import type { Sealer } from '../../kit/sealing.ts';
import { sha256 } from '../../kit/signing.ts';
import { totpStep } from '../../kit/totp.ts';
import { canonicalCode } from '../../kit/typed-code.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Transaction } from '../../store/ports/store.ts';

export interface SecondFactorTools {
  readonly clock: Clock;
  /** Opens the stored secrets. */
  readonly sealer: Sealer;
}

/** What a secret is sealed for. */
export function sealingContext({ id }: Pick<AccountRecord, 'id'>): string {
  return `second factor ${id}`;
}

/** Uses up a code of an authenticator program, or a recovery code. False when it is none of the account's, or was used. */
export async function useCode(
  tx: Pick<Transaction, 'secondFactors'>,
  tools: SecondFactorTools,
  { account, code }: { readonly account: AccountRecord; readonly code: string },
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return await useDigits(tx, tools, { account, code: digits });
  return await tx.secondFactors.useCode(account.id, hashOfRecoveryCode(code));
}

/** Uses up a code of the authenticator program, also of a second factor that is not confirmed yet. */
export async function useDigits(
  tx: Pick<Transaction, 'secondFactors'>,
  { clock, sealer }: SecondFactorTools,
  { account, code }: { readonly account: AccountRecord; readonly code: string },
): Promise<boolean> {
  const factor = await tx.secondFactors.get(account.id);
  if (factor === null) return false;
  const secret = sealer.open(factor.secret, sealingContext(account));
  const step = totpStep(secret, code, { at: clock.now(), after: factor.lastStep });
  return step !== null && (await tx.secondFactors.useStep(account.id, step));
}

/** A quick hash is enough: a recovery code has 80 random bits. */
export function hashOfRecoveryCode(code: string): string {
  return sha256(canonicalCode(code));
}
