import { Type } from 'typebox';
import { normaliseHost } from '../../contracts/policy/host.ts';
import { OVERRIDE_SCOPE_TYPES } from '../../contracts/rest/overrides.ts';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { OverrideFilter, OverrideSortField } from '../../store/ports/overrides.ts';
import { toOverride } from '../../store/views/override.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';

const SORTABLE = ['createdAt', 'expiresAt', 'site'] as const satisfies readonly OverrideSortField[];

export const listOverrides = defineRoute({
  method: 'GET',
  path: '/v1/overrides',
  operationId: 'listOverrides',
  summary: 'List overrides',
  description: 'Those in force, and those whose time is over; one that was taken back is not listed.',
  tag: 'Overrides',
  scope: 'policies:read',
  alsoRoles: ['teacher'],
  extension: true,
  query: Type.Object(
    {
      status: manyOf(OneOf(['active', 'expired'] as const)),
      scopeType: manyOf(OneOf(OVERRIDE_SCOPE_TYPES)),
      scopeId: manyOf(Type.String({ minLength: 1, maxLength: 64 })),
      site: manyOf(Type.String({ minLength: 1, maxLength: 253, description: 'The host itself.' })),
    },
    closed,
  ),
  list: { sortable: SORTABLE, defaultSort: '-createdAt', pageWindow: PAGE_WINDOW },
  view: { action: 'overrides.viewed' },
  responses: { 200: listOf('Override') },
  handle: ({ query: { status, scopeType, scopeId, site }, caller, page }, { store }) =>
    page(
      {
        ...(status === undefined ? {} : { status }),
        ...(scopeType === undefined ? {} : { scopeType }),
        ...(scopeId === undefined ? {} : { scopeId }),
        ...(site === undefined ? {} : { site: site.map((host) => normaliseHost(host) ?? host) }),
        ...withinReach(reachOf(caller)),
      },
      (list: ListQuery<OverrideFilter, OverrideSortField>) => store.overrides.list(list),
      toOverride,
    ),
});
