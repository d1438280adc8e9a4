import { ROLE_SCOPES } from '../../contracts/roles.ts';
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
  lastSignInAt: AT,
  createdAt: AT,
  updatedAt: AT,
};

export const ACCOUNT_EXAMPLES: Readonly<Record<string, object>> = {
  Account: account,
  AccountList: { data: [account], total: 1, page: 1, limit: 50, hasMore: false, nextCursor: null },
  AccountInput: { email: 'tea@x.example', name: 'Tea Lin', role: 'teacher', ou: '/Springfield/High' },
  AccountPatch: { status: 'disabled' },
  AccountInvite: { accountId: ACCOUNT, token: 'aB3dE6gH9'.repeat(4), expiresAt: '2026-11-27T10:00:00.000Z' },
  Session: {
    account,
    role: 'teacher',
    scopes: [...ROLE_SCOPES.teacher],
    ou: '/Springfield/High',
    method: 'password',
    csrfToken: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
    createdAt: AT,
    expiresAt: '2026-11-20T22:00:00.000Z',
  },
  SignIn: { email: 'tea@x.example', password: 'correct horse battery' },
  PasswordChange: { currentPassword: 'correct horse battery', newPassword: 'paper lantern orbit seven' },
  InviteAcceptance: { token: 'aB3dE6gH9'.repeat(4), password: 'paper lantern orbit seven' },
};
