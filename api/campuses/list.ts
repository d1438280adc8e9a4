import type { ListQuery } from '../../store/ports/list.ts';
import type { CampusRecord } from '../../store/ports/organisations.ts';
import { toCampus } from '../../store/views/campus.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';

type SortField = 'createdAt' | 'name';

export const listCampuses = defineRoute({
  method: 'GET',
  path: '/v1/campuses',
  operationId: 'listCampuses',
  summary: 'List campuses',
  tag: 'Campuses',
  scope: 'devices:read',
  extension: true,
  list: { sortable: ['name', 'createdAt'], defaultSort: 'name' },
  responses: { 200: listOf('Campus') },
  handle: ({ caller, page }, { store }) =>
    page(
      {},
      (list: ListQuery<unknown, SortField>) =>
        pageOfAll(store.campuses.list(caller.organisationId), list, sortValueOf),
      toCampus,
    ),
});

function sortValueOf({ createdAt, name }: CampusRecord, field: SortField): string | number {
  return field === 'createdAt' ? createdAt : name;
}
