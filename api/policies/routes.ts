import { Type } from 'typebox';
import type { ExplainRequest, PreviewRequest } from '../../contracts/rest/policies.ts';
import { closed } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { PolicyFilter, PolicySortField } from '../../store/ports/policies.ts';
import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute, type ViewQuestion } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { askedUnit, idParams, manyOf } from '../input/parameters.ts';
import { askedOu, reachOf, withinReach } from '../input/reach.ts';
import { adoptionOf } from './adoption.ts';
import { type ExplainTools, explain } from './explanation.ts';
import { createPolicy, deletePolicy, type PolicyTools, policyInReach, updatePolicy } from './policies.ts';
import { type PreviewTools, previewPolicy } from './policy-preview.ts';

const SORTABLE = ['name', 'priority', 'updatedAt', 'version'] as const satisfies readonly PolicySortField[];

/** A draft with long lists is noted by its first domains. */
const MAX_NOTED_DOMAINS = 20;

/** The endpoints of policies. */
export const POLICY_ROUTES = [
  defineRoute({
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
    list: { sortable: SORTABLE, defaultSort: 'name', updatedSince: true },
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
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/policies',
    operationId: 'createPolicy',
    summary: 'Create a policy',
    description:
      'Only `name` is required; a policy without a target is for nobody. A key that is limited to a unit must name somebody in it, and nobody else.',
    tag: 'Policies',
    scope: 'policies:write',
    personal: true,
    extension: false,
    body: ref('PolicyInput'),
    responses: { 201: ref('Policy') },
    faults: ['ou_not_permitted', 'unprocessable'],
    handle: ({ body, caller, transact }, tools: PolicyTools) =>
      transact(async (tx) => {
        const { timezone } = caller;
        const policy = await createPolicy(tx, tools, { reach: reachOf(caller), timezone, input: body });
        const after = toPolicy(policy);
        return {
          status: 201,
          body: after,
          headers: { location: `/v1/policies/${policy.id}` },
          version: policy.version,
          audit: { action: 'policy.created', target: policy.id, after },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/policies/adoption',
    operationId: 'getPolicyAdoption',
    summary: 'Get how many devices should and do enforce each policy version',
    description:
      'One counter numbers the changes of all policies, and every device should enforce the present version. `enforcingThisOrNewer` of a policy’s `version` says on how many devices it is live.',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    query: Type.Object({ ou: askedUnit }, closed),
    responses: { 200: ref('PolicyAdoption') },
    faults: ['not_found'],
    handle: async ({ query, caller }, { store, clock }) => {
      const ouPath = await askedOu(store, reachOf(caller), query.ou);
      const { organisationId } = caller;
      return { status: 200, body: await adoptionOf(store, { organisationId, ouPath, now: clock.now() }) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/policies/{id}',
    operationId: 'getPolicy',
    summary: 'Get one policy',
    tag: 'Policies',
    scope: 'policies:read',
    personal: true,
    extension: true,
    params: idParams('pol'),
    responses: { 200: ref('Policy') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const policy = await policyInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toPolicy(policy), version: policy.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/policies/{id}',
    operationId: 'updatePolicy',
    summary: 'Update a policy',
    description:
      'A merge patch (RFC 7396): arrays are replaced whole, absent members of `target` and `schedule` stay. A rule that is sent with its id keeps it; one without gets a new one.',
    tag: 'Policies',
    scope: 'policies:write',
    personal: true,
    extension: false,
    params: idParams('pol'),
    body: ref('PolicyPatch'),
    responses: { 200: ref('Policy') },
    faults: ['not_found', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
    handle: ({ params, body, caller, checkIfMatch, transact }, tools: PolicyTools) =>
      transact(async (tx) => {
        const { timezone } = caller;
        const call = { reach: reachOf(caller), id: params.id, checkVersion: checkIfMatch, timezone };
        const { before, after } = await updatePolicy(tx, tools, call, body);
        const shown = toPolicy(after);
        const changed = after.version !== before.version;
        return {
          status: 200,
          body: shown,
          version: after.version,
          ...(changed
            ? {
                audit: { action: 'policy.updated', target: after.id, before: toPolicy(before), after: shown },
              }
            : {}),
        };
      }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/policies/{id}',
    operationId: 'deletePolicy',
    summary: 'Delete a policy',
    description: 'The built-in default policy can be changed, not deleted.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: false,
    params: idParams('pol'),
    responses: { 204: null },
    faults: ['not_found', 'precondition_failed', 'policy_in_use'],
    handle: ({ params, caller, checkIfMatch, transact }, tools) =>
      transact(async (tx) => {
        const call = { reach: reachOf(caller), id: params.id, checkVersion: checkIfMatch };
        const policy = await deletePolicy(tx, tools, call);
        return {
          status: 204,
          audit: { action: 'policy.deleted', target: policy.id, before: toPolicy(policy) },
        };
      }),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/policies/explain',
    operationId: 'explainVerdict',
    urgent: true,
    summary: 'Explain what becomes of a request, and why',
    description:
      'Decides as the device does. A past `at` uses the policies, overrides and sessions in force then; who is on the device and who belongs to which unit are as today. A future one, at most a year ahead, uses what stands now.',
    tag: 'Policies',
    scope: 'policies:read',
    personal: true,
    extension: true,
    body: ref('ExplainRequest'),
    view: { action: 'verdict.explained', of: explainQuestion },
    responses: { 200: ref('Explanation') },
    faults: ['unprocessable'],
    handle: async ({ body, caller }, tools: ExplainTools) => ({
      status: 200,
      body: await explain(tools, { reach: reachOf(caller), request: body }),
    }),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/policies/preview',
    operationId: 'previewPolicy',
    urgent: true,
    summary: 'Try a policy out on the requests of the last days',
    description:
      'Saves nothing. Compares the verdicts of the present policies with those after the draft; `replaces` names the policy whose place it takes. It shows what groups of people visited, never fewer than five. At most 30 a minute.',
    tag: 'Policies',
    scope: 'policies:read',
    alsoScopes: ['logs:read'],
    personal: true,
    extension: true,
    quota: { name: 'preview', perMinute: 30 },
    body: ref('PreviewRequest'),
    view: { action: 'policy.previewed', of: previewQuestion },
    responses: { 200: ref('Preview') },
    faults: ['ou_not_permitted', 'unprocessable'],
    handle: async ({ body, caller, gone }, tools: PreviewTools) => {
      const { timezone } = caller;
      const request = { reach: reachOf(caller), timezone, request: body, gone };
      return { status: 200, body: await previewPolicy(tools, request) };
    },
  }),
];

/** The subject of an explain request. Requests for many addresses of one person are noted together. */
function explainQuestion(body: unknown): ViewQuestion {
  const { user, deviceId } = body as ExplainRequest;
  return { target: user ?? deviceId ?? null, filter: { user, deviceId } };
}

/** The subject and topic of a preview request. The audit of views does not need to know how the rules decide. */
function previewQuestion(body: unknown): ViewQuestion {
  const { policy, replaces, days } = body as PreviewRequest;
  const domains = (policy.rules ?? []).flatMap(({ match }) => match?.domains ?? []);
  const filter = {
    forWhom: policy.target ?? null,
    domains: domains.slice(0, MAX_NOTED_DOMAINS),
    replaces,
    days,
  };
  return { target: replaces ?? null, filter };
}
