import { Type } from 'typebox';
import { ACCOUNT_STATUSES } from '../../contracts/rest/accounts.ts';
import { OneOf } from '../../contracts/rest/resources.ts';
import { ROLES } from '../../contracts/roles.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAccount } from '../../store/views/account.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import {
  createAccount,
  deleteAccount,
  inviteAccount,
  managedAccount,
  mayManage,
  updateAccount,
} from './accounts.ts';

type SortField = 'createdAt' | 'name' | 'email' | 'lastSignInAt';

/** The endpoints of accounts: the people who sign in to the dashboard. */
export const ACCOUNT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/accounts',
    operationId: 'listAccounts',
    summary: 'List the dashboard accounts that the caller manages',
    tag: 'Accounts',
    scope: null,
    roles: ['owner', 'admin'],
    extension: true,
    query: Type.Object({ role: manyOf(OneOf(ROLES)), status: manyOf(OneOf(ACCOUNT_STATUSES)) }),
    list: {
      sortable: ['name', 'email', 'createdAt', 'lastSignInAt'],
      defaultSort: 'name',
      updatedSince: true,
    },
    responses: { 200: listOf('Account') },
    handle: ({ caller, query, page }, { store }) =>
      page(
        { role: query.role ?? null, status: query.status ?? null },
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
  }),

  defineRoute({
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
        const account = await createAccount(tx, tools, { caller, input: body });
        return {
          status: 201,
          body: toAccount(account),
          headers: { location: `/v1/accounts/${account.id}` },
          version: account.version,
          audit: { action: 'account.created', target: account.id, after: toAccount(account) },
        };
      }),
  }),

  defineRoute({
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
  }),

  defineRoute({
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
        const account = await updateAccount(tx, known, { caller, patch: body, now: clock.now() });
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
  }),

  defineRoute({
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
        await deleteAccount(tx, account);
        return {
          status: 204,
          audit: { action: 'account.deleted', target: account.id, before: toAccount(account) },
        };
      }),
  }),

  defineRoute({
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
        const { token, expiresAt } = await inviteAccount(tx, account, tools);
        return {
          status: 201,
          body: { accountId: account.id, token, expiresAt: timestamp(expiresAt) },
          headers: { location: `/v1/accounts/${account.id}` },
          audit: {
            action: 'account.invited',
            target: account.id,
            after: { expiresAt: timestamp(expiresAt) },
          },
        };
      }),
  }),
];

function sortValueOf(account: AccountRecord, field: SortField): string | number | null {
  return account[field];
}
