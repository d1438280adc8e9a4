import { ALL_SCOPES, isExtensionScope, SCOPE_DESCRIPTIONS, type Scope } from '../../contracts/scopes.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';

export const listScopes = defineRoute({
  method: 'GET',
  path: '/v1/scopes',
  operationId: 'listScopes',
  summary: 'List the scopes, and which of them this key has',
  tag: 'Scopes',
  scope: null,
  extension: true,
  list: { sortable: ['name'], defaultSort: 'name' },
  responses: { 200: listOf('ScopeInfo') },
  handle: ({ caller, page }) =>
    page(
      {},
      (list) =>
        pageOfAll(
          ALL_SCOPES.map((id) => ({ id })),
          list,
          ({ id }) => id,
        ),
      ({ id }: { readonly id: Scope }) => ({
        name: id,
        description: SCOPE_DESCRIPTIONS[id],
        granted: caller.scopes.includes(id),
        extension: isExtensionScope(id),
      }),
    ),
});
