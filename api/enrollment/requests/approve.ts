import { toEnrollmentRequest } from '../../../store/views/enrollment-request.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { idParams } from '../../input/parameters.ts';
import { reachOf } from '../../input/reach.ts';
import { decideRequest } from './re-enrollment.ts';

export const approveEnrollmentRequest = defineRoute({
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
  handle: ({ params, caller, transact }, { clock }) =>
    transact(async (tx) => {
      const { before, after } = await decideRequest(tx, reachOf(caller), {
        id: params.id,
        status: 'approved',
        by: caller.actor,
        now: clock.now(),
      });
      return {
        status: 200,
        body: toEnrollmentRequest(after),
        audit: {
          action: 'enrollment_request.approved',
          target: after.deviceId,
          before: toEnrollmentRequest(before),
          after: toEnrollmentRequest(after),
        },
      };
    }),
});
