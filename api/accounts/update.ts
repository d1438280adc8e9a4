import { toAccount } from '../../store/views/account.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { updateAccount as changeAccount, managedAccount } from './accounts.ts';

export const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/v1/accounts/{id}',
  operationId: 'updateAccount',
  urgent: true,
  summary: 'Change a dashboard account',
  description: 'A change of role, unit, status or address ends its sessions at once.',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  params: idParams('acc'),
  body: ref('AccountPatch'),
  responses: { 200: ref('Account') },
  faults: [
    'not_found',
    'conflict',
    'already_exists',
    'ou_not_permitted',
    'unprocessable',
    'precondition_failed',
  ],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const known = await managedAccount(tx, caller, params.id);
      checkIfMatch(known.version);
      const account = await changeAccount(tx, known, { caller, patch: body, now: clock.now() });
      return {
        status: 200,
        body: toAccount(account),
        version: account.version,
        audit: {
          action: 'account.updated',
          target: account.id,
          before: toAccount(known),
          after: toAccount(account),
        },
      };
    }),
});
