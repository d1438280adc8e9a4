import { AT } from '../openapi/example-values.ts';

const ACCOUNT = 'acc_01kafw2n7qd5g8h1j3k6m9p2rs';

const account = {
  id: ACCOUNT,
  email: 'tea@x.example',
  name: 'Tea Lin',
  role: 'teacher',
  ou: '/Springfield/High',
  status: 'active',
  hasPassword: true,
  linked: false,
  secondFactor: false,
  lastSignInAt: AT,
  createdAt: AT,
  updatedAt: AT,
};

/** One example for each schema of accounts. */
export const ACCOUNT_EXAMPLES = {
  Account: account,
  AccountList: { data: [account], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
  AccountInput: { email: 'tea@x.example', name: 'Tea Lin', role: 'teacher', ou: '/Springfield/High' },
  AccountPatch: { status: 'disabled' },
  AccountInvite: { accountId: ACCOUNT, token: 'aB3dE6gH9'.repeat(4), expiresAt: '2026-11-27T10:00:00.000Z' },
} as const;
