import { toEnrollmentToken } from '../../../store/views/enrollment-token.ts';
import { defineRoute } from '../../http/route.ts';
import { idParams } from '../../input/parameters.ts';
import { reachOf } from '../../input/reach.ts';
import { deleteToken } from './enrollment-tokens.ts';

export const deleteEnrollmentToken = defineRoute({
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
});
