import { defineRoute } from '../../http/route.ts';
import { deleteToken } from '../../services/enrollment-tokens.ts';
import { reachOf } from '../../services/reach.ts';
import { idParams } from '../parts.ts';

export const deleteEnrollmentToken = defineRoute({
  method: 'DELETE',
  path: '/v1/enrollment-tokens/{id}',
  operationId: 'deleteEnrollmentToken',
  summary: 'Delete an enrolment token; devices that used it stay enrolled',
  tag: 'Enrolment',
  scope: 'devices:write',
  extension: true,
  params: idParams('enr'),
  responses: { 204: null },
  faults: ['not_found'],
  handle: ({ params, caller, transact }) =>
    transact(async (tx) => {
      await deleteToken(tx, reachOf(caller), params.id);
      return { status: 204 };
    }),
});
