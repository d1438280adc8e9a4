import type { Account } from '../../contracts/rest/accounts.ts';
import type { AccountRecord } from '../ports/accounts.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A dashboard account as colleagues see it: without its password and its identity at the provider. */
export function toAccount(account: AccountRecord): Account {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    ou: account.ouPath,
    status: account.status,
    hasPassword: account.passwordHash !== null,
    linked: account.oidc !== null,
    secondFactor: account.secondFactor,
    lastSignInAt: timestampOrNull(account.lastSignInAt),
    createdAt: timestamp(account.createdAt),
    updatedAt: timestamp(account.updatedAt),
  };
}
