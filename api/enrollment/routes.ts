import type { EnrollmentRequestRecord } from '../../store/ports/enrollment-requests.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { EnrollmentTokenRecord } from '../../store/ports/organisations.ts';
import { toEnrollmentRequest } from '../../store/views/enrollment-request.ts';
import { toEnrollmentToken } from '../../store/views/enrollment-token.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { type ApiRequest, defineRoute, type Reply, type RouteTools } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { mayReach, reachOf } from '../input/reach.ts';
import { createToken, deleteToken } from './enrollment-tokens.ts';
import { decideRequest } from './re-enrollment.ts';

type TokenSortField = 'createdAt' | 'name';

export interface TokenTools extends RouteTools {
  readonly enrollment: {
    /** The full token text of a secret, with the fingerprint of the certificate authority. */
    formatToken(secret: string): string;
    /** What is typed on a computer to enroll it with a token. */
    command(token: string): string;
  };
}

type RequestSortField = 'createdAt' | 'deviceName';

/** The endpoints of enrollment tokens and requests. */
export const ENROLLMENT_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/enrollment-tokens',
    operationId: 'listEnrollmentTokens',
    summary: 'List enrollment tokens, without their texts',
    tag: 'Enrollment',
    scope: 'devices:read',
    extension: true,
    list: { sortable: ['createdAt', 'name'], defaultSort: '-createdAt', timeRange: {} },
    responses: { 200: listOf('EnrollmentToken') },
    handle: async ({ caller, page }, { store }) => {
      const reach = reachOf(caller);
      const tokens = await store.enrollmentTokens.list(caller.organisationId);
      const seen = tokens.filter(({ ouPath }) => mayReach(reach, ouPath));
      return await page(
        {},
        (list: ListQuery<unknown, TokenSortField>) => pageOfAll(seen, list, tokenSortValue),
        toEnrollmentToken,
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/enrollment-tokens',
    operationId: 'createEnrollmentToken',
    summary: 'Make an enrollment token; its text is shown this once',
    tag: 'Enrollment',
    scope: 'devices:write',
    extension: true,
    body: ref('EnrollmentTokenInput'),
    responses: { 201: ref('CreatedEnrollmentToken') },
    faults: ['ou_not_permitted', 'unprocessable'],
    secretAnswer: true,
    handle: ({ body, caller, transact }, tools: TokenTools) =>
      transact(async (tx) => {
        const { token, secret } = await createToken(tx, tools, { reach: reachOf(caller), input: body });
        const text = tools.enrollment.formatToken(secret);
        return {
          status: 201,
          body: { ...toEnrollmentToken(token), token: text, command: tools.enrollment.command(text) },
          audit: { action: 'enrollment_token.created', target: token.id, after: toEnrollmentToken(token) },
          headers: { location: `/v1/enrollment-tokens/${token.id}` },
        };
      }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/enrollment-tokens/{id}',
    operationId: 'deleteEnrollmentToken',
    summary: 'Delete an enrollment token; devices that used it stay enrolled',
    tag: 'Enrollment',
    scope: 'devices:write',
    extension: true,
    params: idParams('enr'),
    responses: { 204: null },
    faults: ['not_found'],
    handle: ({ params, caller, transact }) =>
      transact(async (tx) => {
        const token = await tx.enrollmentTokens.get(caller.organisationId, params.id);
        await deleteToken(tx, reachOf(caller), params.id);
        const before = token === null ? undefined : toEnrollmentToken(token);
        return { status: 204, audit: { action: 'enrollment_token.deleted', target: params.id, before } };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/enrollment-requests',
    operationId: 'listEnrollmentRequests',
    summary: 'List computers that ask to be enrolled as a device that is enrolled',
    description:
      'A computer whose machine id and serial are those of an enrolled device, without its old key and with an ordinary token, waits here for an administrator. The old key stays in force until it was approved and has come back.',
    tag: 'Enrollment',
    scope: 'devices:read',
    extension: true,
    list: { sortable: ['createdAt', 'deviceName'], defaultSort: '-createdAt', timeRange: {} },
    responses: { 200: listOf('EnrollmentRequest') },
    handle: async ({ caller, page }, { store, clock }) => {
      const reach = reachOf(caller);
      const now = clock.now();
      const requests = await store.enrollmentRequests.list(caller.organisationId);
      const seen = requests.filter(({ ouPath, expiresAt }) => expiresAt > now && mayReach(reach, ouPath));
      return await page(
        {},
        (list: ListQuery<unknown, RequestSortField>) => pageOfAll(seen, list, requestSortValue),
        toEnrollmentRequest,
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/enrollment-requests/{id}/approve',
    operationId: 'approveEnrollmentRequest',
    summary: 'Let a computer take the place of the device that it says to be',
    description:
      'The computer that shows the code takes the place of the device when it enrolls again with its token; only then the old key ends.',
    tag: 'Enrollment',
    scope: 'devices:write',
    extension: true,
    params: idParams('erq'),
    responses: { 200: ref('EnrollmentRequest') },
    faults: ['not_found', 'conflict'],
    handle: (request, { clock }) => decide(request, 'approved', clock.now()),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/enrollment-requests/{id}/refuse',
    operationId: 'refuseEnrollmentRequest',
    urgent: true,
    summary: 'Refuse that a computer takes the place of a device',
    description: 'The device stays as it is, and the computer is told so.',
    tag: 'Enrollment',
    scope: 'devices:write',
    extension: true,
    params: idParams('erq'),
    responses: { 200: ref('EnrollmentRequest') },
    faults: ['not_found', 'conflict'],
    handle: (request, { clock }) => decide(request, 'refused', clock.now()),
  }),
];

function tokenSortValue({ createdAt, name }: EnrollmentTokenRecord, field: TokenSortField): string | number {
  return field === 'createdAt' ? createdAt : name;
}

function requestSortValue(
  { createdAt, deviceName }: EnrollmentRequestRecord,
  field: RequestSortField,
): string | number {
  return field === 'createdAt' ? createdAt : deviceName;
}

/** Approves or refuses a request, with its note in the audit. @throws Fault not_found, conflict */
function decide(
  {
    params,
    caller,
    transact,
  }: Pick<ApiRequest<{ id: string }, unknown, unknown>, 'params' | 'caller' | 'transact'>,
  status: 'approved' | 'refused',
  now: number,
): Promise<Reply> {
  return transact(async (tx) => {
    const decision = { id: params.id, status, by: caller.actor, now };
    const { before, after } = await decideRequest(tx, reachOf(caller), decision);
    return {
      status: 200,
      body: toEnrollmentRequest(after),
      audit: {
        action: `enrollment_request.${status}`,
        target: after.deviceId,
        before: toEnrollmentRequest(before),
        after: toEnrollmentRequest(after),
      },
    };
  });
}
