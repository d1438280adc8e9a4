import { completeAccount as complete, readAccount } from '../../contracts/device/account.ts';

/** The account that a device names, in e-mail form; null when nobody is signed in, or when it is not a valid account name. */
export function completeAccount(user: string | null, accountDomain: string): string | null {
  const account = complete(user?.trim() ?? null, accountDomain);
  return account === null ? null : readAccount(account);
}
