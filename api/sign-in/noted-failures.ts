import type { AccountRecord } from '../../store/ports/accounts.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import type { ClientFacts } from '../http/authentication/sessions.ts';
import { noteViewIn } from '../http/record-views.ts';

/**
 * Refused sign-ins in an hour that get an audit entry each, counted for each account and for sign-ins without an account. Further ones are
 * written together every ten minutes, because somebody with many addresses could otherwise fill the disk. Each account has its own count,
 * so that guesses at unknown names do not hide guesses at an account.
 */
const TOLD_AN_HOUR = 50;
const HOUR_MS = 3_600_000;

/** Writes a refused sign-in, or what else a stranger did, into the audit, alone or together with others. The typed text is never written. */
export async function noteFailure(
  tx: Transaction,
  at: number,
  {
    account,
    from,
    method,
    action = 'session.refused',
  }: {
    readonly account: AccountRecord | null;
    readonly from: ClientFacts;
    readonly method: string;
    readonly action?: string;
  },
): Promise<void> {
  const entry = {
    organisationId: account?.organisationId ?? DEFAULT_ORGANISATION_ID,
    at,
    actor: 'system',
    action,
    target: account?.id ?? null,
    ip: from.address,
    userAgent: from.userAgent,
  };
  const what = action === 'session.refused' ? 'told' : `told ${action}`;
  const bucket = `${what} ${account?.id ?? 'nobody'} ${Math.floor(at / HOUR_MS)}`;
  const told = (await tx.signInFailures.get(bucket))?.failures ?? 0;
  if (told >= TOLD_AN_HOUR)
    return await noteViewIn(
      tx,
      { ...entry, filter: { method, together: true }, range: null, records: 0 },
      null,
    );
  await tx.signInFailures.put(bucket, { failures: told + 1, lastAt: at });
  await tx.audit.append({ ...entry, after: { method } });
}
