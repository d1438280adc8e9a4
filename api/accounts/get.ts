import { toAccount } from '../../store/views/account.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { managedAccount } from './accounts.ts';

export const getAccount = defineRoute({
  method: 'GET',
  path: '/v1/accounts/{id}',
  operationId: 'getAccount',
  summary: 'Get one dashboard account',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  params: idParams('acc'),
  responses: { 200: ref('Account') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const account = await managedAccount(store, caller, params.id);
    return { status: 200, body: toAccount(account), version: account.version };
  },
});
