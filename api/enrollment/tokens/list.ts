import type { ListQuery } from '../../../store/ports/list.ts';
import type { EnrollmentTokenRecord } from '../../../store/ports/organisations.ts';
import { toEnrollmentToken } from '../../../store/views/enrollment-token.ts';
import { pageOfAll } from '../../http/lists/page-of-all.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schemas/schema-ref.ts';
import { mayReach, reachOf } from '../../input/reach.ts';

type SortField = 'createdAt' | 'name';

export const listEnrollmentTokens = defineRoute({
  method: 'GET',
  path: '/v1/enrollment-tokens',
  operationId: 'listEnrollmentTokens',
  summary: 'List enrollment tokens, without their texts',
  tag: 'Enrollment',
  scope: 'devices:read',
  extension: true,
  list: { sortable: ['createdAt', 'name'], defaultSort: '-createdAt' },
  responses: { 200: listOf('EnrollmentToken') },
  handle: async ({ caller, page }, { store }) => {
    const reach = reachOf(caller);
    const tokens = await store.enrollmentTokens.list(caller.organisationId);
    const seen = tokens.filter(({ ouPath }) => mayReach(reach, ouPath));
    return await page(
      {},
      (list: ListQuery<unknown, SortField>) => pageOfAll(seen, list, sortValueOf),
      toEnrollmentToken,
    );
  },
});

function sortValueOf({ createdAt, name }: EnrollmentTokenRecord, field: SortField): string | number {
  return field === 'createdAt' ? createdAt : name;
}
