import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { PolicyFilter, PolicySortField } from '../../store/ports/policies.ts';
import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';

const SORTABLE = ['name', 'priority', 'updatedAt', 'version'] as const satisfies readonly PolicySortField[];

export const listPolicies = defineRoute({
  method: 'GET',
  path: '/v1/policies',
  operationId: 'listPolicies',
  summary: 'List policies',
  tag: 'Policies',
  scope: 'policies:read',
  personal: true,
  extension: false,
  query: Type.Object(
    {
      enabled: Type.Optional(Type.Boolean()),
      ou: manyOf(
        Type.String({
          minLength: 1,
          maxLength: 1_000,
          description: 'Path or `ou_` id of a unit: policies whose target names it, or one below.',
        }),
        100,
      ),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Part of name or description, without regard to case.',
        }),
      ),
    },
    closed,
  ),
  list: { sortable: SORTABLE, defaultSort: 'name' },
  responses: { 200: listOf('Policy') },
  handle: async ({ query, caller, page }, { store }) => {
    const { enabled, ou, q } = query;
    const filter = {
      ...(enabled === undefined ? {} : { enabled }),
      ...(q === undefined ? {} : { q }),
      ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
      ...withinReach(reachOf(caller)),
    };
    return await page(
      filter,
      (list: ListQuery<PolicyFilter, PolicySortField>) => store.policies.list(list),
      toPolicy,
    );
  },
});
