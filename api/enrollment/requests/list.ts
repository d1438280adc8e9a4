import type { EnrollmentRequestRecord } from '../../../store/ports/enrollment-requests.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { toEnrollmentRequest } from '../../../store/views/enrollment-request.ts';
import { pageOfAll } from '../../http/lists/page-of-all.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schemas/schema-ref.ts';
import { mayReach, reachOf } from '../../input/reach.ts';

type SortField = 'createdAt' | 'deviceName';

export const listEnrollmentRequests = defineRoute({
  method: 'GET',
  path: '/v1/enrollment-requests',
  operationId: 'listEnrollmentRequests',
  summary: 'List computers that ask to be enrolled as a device that is enrolled',
  description:
    'A computer whose machine id and serial are those of an enrolled device, without its old key and with an ordinary token, waits here for an administrator. The old key stays in force until it was approved and has come back.',
  tag: 'Enrollment',
  scope: 'devices:read',
  extension: true,
  list: { sortable: ['createdAt', 'deviceName'], defaultSort: '-createdAt' },
  responses: { 200: listOf('EnrollmentRequest') },
  handle: async ({ caller, page }, { store, clock }) => {
    const reach = reachOf(caller);
    const now = clock.now();
    const requests = await store.enrollmentRequests.list(caller.organisationId);
    const seen = requests.filter(({ ouPath, expiresAt }) => expiresAt > now && mayReach(reach, ouPath));
    return await page(
      {},
      (list: ListQuery<unknown, SortField>) => pageOfAll(seen, list, sortValueOf),
      toEnrollmentRequest,
    );
  },
});

function sortValueOf({ createdAt, deviceName }: EnrollmentRequestRecord, field: SortField): string | number {
  return field === 'createdAt' ? createdAt : deviceName;
}
