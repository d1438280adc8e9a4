import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import { textKey } from '../../kit/text-key.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { OuRecord } from '../../store/ports/organisations.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { toOu } from '../../store/views/ou.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { manyOf } from '../input/parameters.ts';
import { mayReach, reachOf, withinReach } from '../input/reach.ts';

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

export const listOus = defineRoute({
  method: 'GET',
  path: '/v1/ous',
  operationId: 'listOus',
  summary: 'List organisational units',
  tag: 'Organisational units',
  scope: 'users:read',
  extension: true,
  query: Query,
  list: { sortable: ['path', 'name', 'createdAt'], defaultSort: 'path' },
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
});

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
