import { toAccount } from '../../store/views/account.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { createAccount as makeAccount } from './accounts.ts';

export const createAccount = defineRoute({
  method: 'POST',
  path: '/v1/accounts',
  operationId: 'createAccount',
  summary: 'Make a dashboard account; it has no password until its invitation is used',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  body: ref('AccountInput'),
  responses: { 201: ref('Account') },
  faults: ['already_exists', 'ou_not_permitted', 'unprocessable'],
  handle: ({ body, caller, transact }, tools) =>
    transact(async (tx) => {
      const account = await makeAccount(tx, tools, { caller, input: body });
      return {
        status: 201,
        body: toAccount(account),
        headers: { location: `/v1/accounts/${account.id}` },
        version: account.version,
        audit: { action: 'account.created', target: account.id, after: toAccount(account) },
      };
    }),
});
