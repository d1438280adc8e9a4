import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import { textKey } from '../../kit/text-key.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { OuRecord } from '../../store/ports/organisations.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { toOu } from '../../store/views/ou.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { mayReach, reachOf, withinReach } from '../input/reach.ts';
import { countsOf, createOu, deleteOu, ouInReach, updateOu } from './ous.ts';

type SortField = 'createdAt' | 'name' | 'path';

const Reference = (description: string) =>
  manyOf(Type.String({ minLength: 1, maxLength: 1_000, description }), 100);

const Query = Type.Object(
  {
    ou: Reference('Path or `ou_` id of a unit; with its subtree.'),
    parentId: Reference('`ou_` id or path of the unit above: only what lies directly in it.'),
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name, without regard to case.' }),
    ),
  },
  closed,
);

/** The endpoints of organisational units. */
export const OU_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/ous',
    operationId: 'listOus',
    summary: 'List organisational units',
    tag: 'Organisational units',
    scope: 'users:read',
    extension: true,
    query: Query,
    list: { sortable: ['path', 'name', 'createdAt'], defaultSort: 'path', updatedSince: true },
    responses: { 200: listOf('Ou') },
    handle: async ({ query, caller, page }, { store }) => {
      const { organisationId } = caller;
      const reach = reachOf(caller);
      const filter = {
        ...(query.ou === undefined ? {} : { ouPaths: await ouPathsOf(store, organisationId, query.ou) }),
        ...(query.parentId === undefined
          ? {}
          : { parentPaths: await ouPathsOf(store, organisationId, query.parentId) }),
        ...(query.q === undefined ? {} : { q: query.q }),
        ...withinReach(reach),
      };
      const units = await store.ous.list(organisationId);
      const pathOf = new Map(units.map(({ id, path }) => [id, path]));
      const matching = units.filter(
        ({ path, parentId, name }) =>
          mayReach(reach, path) &&
          (filter.ouPaths === undefined || filter.ouPaths.some((ancestor) => isWithinOu(path, ancestor))) &&
          (filter.parentPaths === undefined ||
            (parentId !== null && filter.parentPaths.includes(pathOf.get(parentId) ?? ''))) &&
          (filter.q === undefined || textKey(name).includes(textKey(filter.q))),
      );
      const counts = await store.ous.counts(organisationId, '/');
      return await page(
        filter,
        (list: ListQuery<unknown, SortField>) => pageOfAll(matching, list, sortValueOf),
        (unit) => toOu(unit, counts.get(unit.id)),
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/ous',
    operationId: 'createOu',
    summary: 'Create an organisational unit',
    tag: 'Organisational units',
    scope: 'users:write',
    extension: true,
    body: ref('OuInput'),
    responses: { 201: ref('Ou') },
    faults: ['already_exists', 'ou_not_permitted', 'unprocessable'],
    handle: ({ body, caller, transact }, { clock }) =>
      transact(async (tx) => {
        const unit = await createOu(tx, { reach: reachOf(caller), now: clock.now() }, body);
        return {
          status: 201,
          body: toOu(unit),
          headers: { location: `/v1/ous/${unit.id}` },
          version: unit.updatedAt,
          audit: { action: 'ou.created', target: unit.id, after: toOu(unit) },
        };
      }),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/ous/{id}',
    operationId: 'getOu',
    summary: 'Get one organisational unit',
    tag: 'Organisational units',
    scope: 'users:read',
    extension: true,
    params: idParams('ou'),
    responses: { 200: ref('Ou') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const unit = await ouInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toOu(unit, await countsOf(store, unit)), version: unit.updatedAt };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/ous/{id}',
    operationId: 'updateOu',
    summary: 'Rename or move an organisational unit',
    description:
      'All below it changes its path with it, and keys that are limited to one of them follow. What is stored about the past keeps the path of its time.',
    tag: 'Organisational units',
    scope: 'users:write',
    extension: true,
    params: idParams('ou'),
    body: ref('OuPatch'),
    responses: { 200: ref('Ou') },
    faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
        const { before, after } = await updateOu(tx, call, body);
        const counts = await countsOf(tx, after);
        const shown = toOu(after, counts);
        return {
          status: 200,
          body: shown,
          version: after.updatedAt,
          audit:
            after.updatedAt === before.updatedAt
              ? []
              : { action: 'ou.updated', target: after.id, before: toOu(before, counts), after: shown },
        };
      }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/ous/{id}',
    operationId: 'deleteOu',
    summary: 'Delete an empty organisational unit',
    description:
      'Users, devices and units in it, enrollment tokens that can still be used, and keys and accounts that are limited to it keep it (409).',
    tag: 'Organisational units',
    scope: 'users:write',
    extension: true,
    params: idParams('ou'),
    responses: { 204: null },
    faults: ['not_found', 'ou_not_empty', 'precondition_failed', 'unprocessable'],
    handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
        const unit = await deleteOu(tx, call);
        return { status: 204, audit: { action: 'ou.deleted', target: unit.id, before: toOu(unit) } };
      }),
  }),
];

function sortValueOf({ createdAt, name, path }: OuRecord, field: SortField): string | number {
  switch (field) {
    case 'createdAt':
      return createdAt;
    case 'name':
      return textKey(name);
    case 'path':
      return path;
  }
}
