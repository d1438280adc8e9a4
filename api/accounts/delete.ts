import { toAccount } from '../../store/views/account.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { managedAccount, deleteAccount as removeAccount } from './accounts.ts';

export const deleteAccount = defineRoute({
  method: 'DELETE',
  path: '/v1/accounts/{id}',
  operationId: 'deleteAccount',
  summary: 'Delete a dashboard account and end its sessions',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  params: idParams('acc'),
  responses: { 204: null },
  faults: ['not_found', 'conflict', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }) =>
    transact(async (tx) => {
      const account = await managedAccount(tx, caller, params.id);
      checkIfMatch(account.version);
      await removeAccount(tx, account);
      return {
        status: 204,
        audit: { action: 'account.deleted', target: account.id, before: toAccount(account) },
      };
    }),
});
