import { Type } from 'typebox';
import { ACCOUNT_STATUSES } from '../../contracts/rest/accounts.ts';
import { OneOf } from '../../contracts/rest/resources.ts';
import { ROLES } from '../../contracts/roles.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAccount } from '../../store/views/account.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { mayManage } from './accounts.ts';

type SortField = 'createdAt' | 'name' | 'email' | 'lastSignInAt';

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/v1/accounts',
  operationId: 'listAccounts',
  summary: 'List the dashboard accounts that the caller manages',
  tag: 'Accounts',
  scope: null,
  roles: ['owner', 'admin'],
  extension: true,
  query: Type.Object({ role: manyOf(OneOf(ROLES)), status: manyOf(OneOf(ACCOUNT_STATUSES)) }),
  list: { sortable: ['name', 'email', 'createdAt', 'lastSignInAt'], defaultSort: 'name' },
  responses: { 200: listOf('Account') },
  handle: ({ caller, query, page }, { store }) =>
    page(
      query,
      async (list: ListQuery<unknown, SortField>) => {
        const accounts = (await store.accounts.list(caller.organisationId)).filter(
          (account) =>
            mayManage(caller, account) &&
            query.role?.includes(account.role) !== false &&
            query.status?.includes(account.status) !== false,
        );
        return await pageOfAll(accounts, list, sortValueOf);
      },
      toAccount,
    ),
});

function sortValueOf(account: AccountRecord, field: SortField): string | number | null {
  return account[field];
}
