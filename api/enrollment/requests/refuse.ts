import { toEnrollmentRequest } from '../../../store/views/enrollment-request.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { idParams } from '../../input/parameters.ts';
import { reachOf } from '../../input/reach.ts';
import { decideRequest } from './re-enrollment.ts';

export const refuseEnrollmentRequest = defineRoute({
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
  handle: ({ params, caller, transact }, { clock }) =>
    transact(async (tx) => {
      const { before, after } = await decideRequest(tx, reachOf(caller), {
        id: params.id,
        status: 'refused',
        by: caller.actor,
        now: clock.now(),
      });
      return {
        status: 200,
        body: toEnrollmentRequest(after),
        audit: {
          action: 'enrollment_request.refused',
          target: after.deviceId,
          before: toEnrollmentRequest(before),
          after: toEnrollmentRequest(after),
        },
      };
    }),
});
