import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { inviteAccount as makeInvite, managedAccount } from './accounts.ts';

export const inviteAccount = defineRoute({
  method: 'POST',
  path: '/v1/accounts/{id}/invite',
  operationId: 'inviteAccount',
  summary: 'Make a one-time token with which the person sets a first or new password, within seven days',
  description:
    'The token is shown this once; an older one of the account ends. It is used at `POST /v1/session/invite`.',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  params: idParams('acc'),
  responses: { 201: ref('AccountInvite') },
  faults: ['not_found', 'conflict'],
  secretAnswer: true,
  handle: ({ params, caller, transact }, tools) =>
    transact(async (tx) => {
      const account = await managedAccount(tx, caller, params.id);
      const { token, expiresAt } = await makeInvite(tx, account, tools);
      return {
        status: 201,
        body: { accountId: account.id, token, expiresAt: timestamp(expiresAt) },
        headers: { location: `/v1/accounts/${account.id}` },
        audit: { action: 'account.invited', target: account.id, after: { expiresAt: timestamp(expiresAt) } },
      };
    }),
});
