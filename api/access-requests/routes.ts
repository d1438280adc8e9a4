import { Type } from 'typebox';
import { normaliseHost } from '../../contracts/policy/host.ts';
import { ACCESS_REQUEST_STATUSES } from '../../contracts/rest/access-requests.ts';
import { closed, IdOf, OneOf } from '../../contracts/rest/resources.ts';
import type { AccessRequestFilter, AccessRequestSortField } from '../../store/ports/access-requests.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAccessRequest } from '../../store/views/access-request.ts';
import { toOverride } from '../../store/views/override.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import type { OverrideTools } from '../overrides/overrides.ts';
import { type DetailTools, requestDetail } from './access-requests.ts';
import { decideRequest } from './decide.ts';

const Query = Type.Object(
  {
    status: manyOf(OneOf(ACCESS_REQUEST_STATUSES)),
    host: manyOf(Type.String({ minLength: 1, maxLength: 253, description: 'The host itself.' }), 100),
    deviceId: manyOf(IdOf('dev'), 100),
    user: manyOf(Type.String({ minLength: 1, maxLength: 254 }), 100),
    ou: manyOf(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
  },
  closed,
);

/** The endpoints of access requests. */
export const ACCESS_REQUEST_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/access-requests',
    operationId: 'listAccessRequests',
    summary: 'List access requests',
    description:
      'Students ask on the block page of their laptop. A request that nobody has decided ends by itself after a day. Newest first; `from` and `to` bound `createdAt`.',
    tag: 'Access requests',
    scope: 'alerts:read',
    extension: true,
    query: Query,
    view: { action: 'access_requests.viewed' },
    list: { sortable: ['createdAt'], defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
    responses: { 200: listOf('AccessRequest') },
    handle: async ({ query, caller, page }, { store }) => {
      const { status, host, deviceId, user, ou } = query;
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...(host === undefined ? {} : { host: host.map((one) => normaliseHost(one) ?? one) }),
        ...(deviceId === undefined ? {} : { deviceId }),
        ...(user === undefined ? {} : { user }),
        ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
        ...withinReach(reachOf(caller)),
      };
      return page(
        filter,
        (list: ListQuery<AccessRequestFilter, AccessRequestSortField>) => store.accessRequests.list(list),
        toAccessRequest,
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/access-requests/{id}',
    operationId: 'getAccessRequest',
    summary: 'Get one access request with what a decision needs',
    description:
      'The chain of the verdict at that time, the other hosts that were refused around it, and who else asks for the host.',
    tag: 'Access requests',
    scope: 'alerts:read',
    extension: true,
    params: idParams('acr'),
    view: { action: 'access_requests.viewed', keysTogether: true },
    responses: { 200: ref('AccessRequestDetail') },
    faults: ['not_found'],
    handle: async ({ params, caller }, tools: DetailTools) => {
      const detail = await requestDetail(tools, caller, params.id);
      return { status: 200, body: detail, version: Date.parse(detail.updatedAt) };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/access-requests/{id}/decision',
    operationId: 'decideAccessRequest',
    urgent: true,
    summary: 'Allow or refuse what was asked for',
    description:
      'To allow it makes an override for the host, and one for each of `alsoHosts`; what `createOverride` refuses is refused here. Open requests of others for this host are answered with it where the override covers them. The alert of a request is resolved. The laptop shows the answer with its words. One that is decided or over cannot be decided: 409.',
    tag: 'Access requests',
    scope: 'policies:write',
    alsoRoles: ['helpdesk', 'teacher'],
    extension: true,
    params: idParams('acr'),
    body: ref('AccessRequestDecision'),
    responses: { 200: ref('AccessRequestDecided') },
    faults: ['not_found', 'conflict', 'ou_not_permitted', 'unprocessable', 'locked_by_policy'],
    handle: ({ params, body, caller, transact }, tools: OverrideTools) =>
      transact(async (tx) => {
        const decider = { reach: reachOf(caller), by: caller.actor };
        const { before, request, overrides, others } = await decideRequest(tx, tools, decider, {
          id: params.id,
          decision: body,
        });
        const action = `access_request.${request.status}`;
        const after = toAccessRequest(request);
        return {
          status: 200,
          body: {
            request: after,
            overrides: overrides.map(toOverride),
            alsoDecided: others.map(({ id }) => id),
          },
          audit: [
            { action, target: request.id, before: toAccessRequest(before), after },
            ...others.map((other) => ({ action, target: other.id, after: toAccessRequest(other) })),
            ...overrides.map((override) => ({
              action: 'override.created',
              target: override.id,
              after: toOverride(override),
            })),
          ],
        };
      }),
  }),
];
