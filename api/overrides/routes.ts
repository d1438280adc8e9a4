import { Type } from 'typebox';
import { normaliseHost } from '../../contracts/policy/host.ts';
import { OVERRIDE_SCOPE_TYPES } from '../../contracts/rest/overrides.ts';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import {
  OVERRIDE_STATUSES,
  type OverrideFilter,
  type OverrideSortField,
} from '../../store/ports/overrides.ts';
import { toOverride } from '../../store/views/override.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { endOverride } from './end-override.ts';
import { createOverride, type OverrideTools, overrideInReach } from './overrides.ts';

const SORTABLE = ['createdAt', 'expiresAt', 'site'] as const satisfies readonly OverrideSortField[];

/** The endpoints of overrides. */
export const OVERRIDE_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/v1/overrides',
    operationId: 'createOverride',
    urgent: true,
    summary: 'Allow a site for a time',
    description:
      'For one student, device, unit or classroom session; the site and all below it. It ends by itself, on the devices too when they are off-line. A locked block of a policy still holds.',
    tag: 'Overrides',
    scope: 'policies:write',
    alsoRoles: ['helpdesk', 'teacher'],
    extension: true,
    body: ref('OverrideInput'),
    responses: { 201: ref('Override') },
    faults: ['ou_not_permitted', 'unprocessable', 'locked_by_policy'],
    handle: ({ body, caller, transact }, tools: OverrideTools) =>
      transact(async (tx) => {
        const who = { reach: reachOf(caller), createdBy: caller.actor };
        const override = await createOverride(tx, tools, who, body);
        const after = toOverride(override);
        return {
          status: 201,
          body: after,
          headers: { location: `/v1/overrides/${override.id}` },
          version: override.updatedAt,
          audit: { action: 'override.created', target: override.id, after },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/overrides',
    operationId: 'listOverrides',
    summary: 'List overrides',
    description:
      'Those in force, and those whose time is over. Those that were ended before their time are listed with `status=ended`. `from` and `to` bound `createdAt`.',
    tag: 'Overrides',
    scope: 'policies:read',
    alsoRoles: ['teacher'],
    extension: true,
    query: Type.Object(
      {
        status: manyOf(OneOf(OVERRIDE_STATUSES)),
        scopeType: manyOf(OneOf(OVERRIDE_SCOPE_TYPES)),
        scopeId: manyOf(Type.String({ minLength: 1, maxLength: 64 })),
        site: manyOf(Type.String({ minLength: 1, maxLength: 253, description: 'The host itself.' })),
      },
      closed,
    ),
    list: { sortable: SORTABLE, defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
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
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/overrides/{id}',
    operationId: 'getOverride',
    summary: 'Get one override',
    tag: 'Overrides',
    scope: 'policies:read',
    alsoRoles: ['teacher'],
    extension: true,
    params: idParams('ovr'),
    view: { action: 'overrides.viewed', keysTogether: true },
    responses: { 200: ref('Override') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const override = await overrideInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toOverride(override), version: override.updatedAt };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/overrides/{id}',
    operationId: 'deleteOverride',
    summary: 'End an override before its time',
    description: 'One that is over, by its time or ended before, cannot be ended any more: 404.',
    tag: 'Overrides',
    scope: 'policies:write',
    alsoRoles: ['helpdesk', 'teacher'],
    extension: true,
    params: idParams('ovr'),
    responses: { 204: null },
    faults: ['not_found', 'precondition_failed'],
    handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const known = await overrideInReach(tx, reachOf(caller), params.id);
        if (known.endedAt !== null) throw notFound('override');
        checkIfMatch(known.updatedAt);
        const ended = await endOverride(tx, known, { by: 'ended', at: clock.now() });
        if (ended === null) throw notFound('override');
        return {
          status: 204,
          audit: {
            action: 'override.ended',
            target: ended.id,
            before: toOverride(known),
            after: toOverride(ended),
          },
        };
      }),
  }),
];
