import { ROLE_SCOPES } from '../../contracts/roles.ts';
import { ACCOUNT_EXAMPLES } from '../accounts/examples.ts';
import { AT } from '../openapi/example-values.ts';

/** One example for each schema of sessions and sign-in. */
export const SIGN_IN_EXAMPLES: Readonly<Record<string, object>> = {
  Session: {
    account: ACCOUNT_EXAMPLES.Account,
    role: 'teacher',
    scopes: [...ROLE_SCOPES.teacher],
    operations: ['listDevices', 'getDevice', 'sendCommand'],
    ou: '/Springfield/High',
    method: 'password',
    csrfToken: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
    createdAt: AT,
    expiresAt: '2026-11-20T22:00:00.000Z',
  },
  SignIn: { email: 'tea@x.example', password: 'correct horse battery', code: '287082' },
  PasswordChange: { currentPassword: 'correct horse battery', newPassword: 'paper lantern orbit seven' },
  InviteAcceptance: { token: 'aB3dE6gH9'.repeat(4), password: 'paper lantern orbit seven' },
};
