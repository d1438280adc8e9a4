import { Type } from 'typebox';
import type { ApiKeyDetails } from '../../store/ports/api-keys.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toApiKey } from '../../store/views/api-key.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';

type SortField = 'createdAt' | 'name' | 'expiresAt';

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/v1/keys',
  operationId: 'listApiKeys',
  summary: 'List API keys, revoked ones too',
  tag: 'Keys',
  scope: null,
  roles: ['owner'],
  extension: true,
  query: Type.Object({ revoked: Type.Optional(Type.Boolean()) }),
  list: { sortable: ['name', 'createdAt', 'expiresAt'], defaultSort: 'name' },
  responses: { 200: listOf('ApiKey') },
  handle: ({ caller, query, page }, { store }) =>
    page(
      { revoked: query.revoked ?? null },
      async (list: ListQuery<unknown, SortField>) => {
        const keys = await store.apiKeys.details(caller.organisationId);
        const wanted = keys.filter(
          ({ revokedAt }) => query.revoked === undefined || query.revoked === (revokedAt !== null),
        );
        return await pageOfAll(wanted, list, sortValueOf);
      },
      toApiKey,
    ),
});

function sortValueOf(key: ApiKeyDetails, field: SortField): string | number | null {
  return key[field];
}
