import type { ListQuery } from '../../store/ports/list.ts';
import type { CampusRecord } from '../../store/ports/organisations.ts';
import { toCampus } from '../../store/views/campus.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { readCampus, readCampusPatch } from './campus-input.ts';

type SortField = 'createdAt' | 'name';

/** The endpoints of campuses. */
export const CAMPUS_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/campuses',
    operationId: 'listCampuses',
    summary: 'List campuses',
    tag: 'Campuses',
    scope: 'devices:read',
    extension: true,
    list: { sortable: ['name', 'createdAt'], defaultSort: 'name', updatedSince: true },
    responses: { 200: listOf('Campus') },
    handle: ({ caller, page }, { store }) =>
      page(
        {},
        (list: ListQuery<unknown, SortField>) =>
          pageOfAll(store.campuses.list(caller.organisationId), list, sortValueOf),
        toCampus,
      ),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/campuses',
    operationId: 'createCampus',
    summary: 'Define a campus: by what devices know that they are on it',
    tag: 'Campuses',
    scope: 'devices:write',
    extension: true,
    body: ref('CampusInput'),
    responses: { 201: ref('Campus') },
    faults: ['already_exists', 'ou_not_permitted'],
    handle: ({ body, caller, transact }, { ids, clock }) => {
      requireWholeOrganisation(reachOf(caller));
      const input = readCampus(body);
      return transact(async (tx) => {
        const campus = await tx.campuses.create(caller.organisationId, ids.next('cam'), input, clock.now());
        tx.wake({ kind: 'all_devices' });
        return {
          status: 201,
          body: toCampus(campus),
          audit: { action: 'campus.created', target: campus.id, after: toCampus(campus) },
          headers: { location: `/v1/campuses/${campus.id}` },
          version: campus.updatedAt,
        };
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/campuses/{id}',
    operationId: 'getCampus',
    summary: 'Get one campus',
    tag: 'Campuses',
    scope: 'devices:read',
    extension: true,
    params: idParams('cam'),
    responses: { 200: ref('Campus') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const campus = await store.campuses.get(caller.organisationId, params.id);
      if (campus === null) throw notFound('campus');
      return { status: 200, body: toCampus(campus), version: campus.updatedAt };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/campuses/{id}',
    operationId: 'updateCampus',
    summary: 'Change a campus',
    tag: 'Campuses',
    scope: 'devices:write',
    extension: true,
    params: idParams('cam'),
    body: ref('CampusPatch'),
    responses: { 200: ref('Campus') },
    faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) => {
      requireWholeOrganisation(reachOf(caller));
      const changes = readCampusPatch(body);
      return transact(async (tx) => {
        const known = await tx.campuses.get(caller.organisationId, params.id);
        if (known === null) throw notFound('campus');
        checkIfMatch(known.updatedAt);
        // The time is the version. It grows with every change, also within one millisecond and after the clock was set back.
        const now = Math.max(clock.now(), known.updatedAt + 1);
        const campus = (await tx.campuses.update(caller.organisationId, params.id, changes, now)) ?? known;
        tx.wake({ kind: 'all_devices' });
        return {
          status: 200,
          body: toCampus(campus),
          version: campus.updatedAt,
          audit: {
            action: 'campus.updated',
            target: campus.id,
            before: toCampus(known),
            after: toCampus(campus),
          },
        };
      });
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/campuses/{id}',
    operationId: 'deleteCampus',
    summary: 'Delete a campus',
    tag: 'Campuses',
    scope: 'devices:write',
    extension: true,
    params: idParams('cam'),
    responses: { 204: null },
    faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
    handle: ({ params, caller, checkIfMatch, transact }) => {
      requireWholeOrganisation(reachOf(caller));
      return transact(async (tx) => {
        const campus = await tx.campuses.get(caller.organisationId, params.id);
        if (campus === null) throw notFound('campus');
        checkIfMatch(campus.updatedAt);
        await tx.campuses.delete(caller.organisationId, params.id);
        tx.wake({ kind: 'all_devices' });
        return {
          status: 204,
          audit: { action: 'campus.deleted', target: campus.id, before: toCampus(campus) },
        };
      });
    },
  }),
];

function sortValueOf({ createdAt, name }: CampusRecord, field: SortField): string | number {
  return field === 'createdAt' ? createdAt : name;
}
