import { accountKey, completeAccount } from '../../../contracts/device/account.ts';
import type { TargetState } from '../../../contracts/mqtt/messages.ts';

/** The person for whom policies are judged. */
export interface Asker {
  /** E-mail address in lower case; null = nobody known. */
  readonly user: string | null;
  /** The unit of that person, else of the device. */
  readonly ouPath: string;
}

/** The unit of the device itself. */
export function deviceUnitOf(settings: TargetState['settings'] | null): string {
  return settings?.ouPath ?? '/';
}

/** @param account as the system names it; null = nobody, undefined = not known yet */
export function askerOf(account: string | null | undefined, settings: TargetState['settings'] | null): Asker {
  const full = completeAccount(account ?? null, settings?.accountDomain ?? '');
  const user = full === null ? null : accountKey(full);
  const person = settings?.people?.find((known) => known.user === user);
  return { user, ouPath: person?.ouPath ?? deviceUnitOf(settings) };
}
