import { Type } from 'typebox';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import { USER_ROLES, USER_STATUSES } from '../../contracts/rest/users.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { UserFilter, UserSortField } from '../../store/ports/users.ts';
import { toUser } from '../../store/views/user.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';

const SORTABLE = ['name', 'email', 'createdAt', 'updatedAt'] as const satisfies readonly UserSortField[];

const Query = Type.Object(
  {
    email: manyOf(Type.String({ minLength: 1, maxLength: 254 }), 100),
    role: manyOf(OneOf(USER_ROLES)),
    status: manyOf(OneOf(USER_STATUSES)),
    ou: manyOf(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
    externalId: manyOf(Type.String({ minLength: 1, maxLength: 255 }), 100),
    grade: manyOf(Type.String({ minLength: 1, maxLength: 40 })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of name, e-mail or external id, without regard to case.',
      }),
    ),
  },
  closed,
);

export const listUsers = defineRoute({
  method: 'GET',
  path: '/v1/users',
  operationId: 'listUsers',
  summary: 'List users',
  tag: 'Users',
  scope: 'users:read',
  extension: false,
  query: Query,
  list: { sortable: SORTABLE, defaultSort: 'name' },
  view: { action: 'users.viewed', keysTogether: true },
  responses: { 200: listOf('User') },
  handle: async ({ query, caller, page }, { store }) => {
    const { email, role, status, ou, externalId, grade, q } = query;
    const filter: UserFilter = {
      ...(email === undefined ? {} : { email }),
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status }),
      ...(ou === undefined ? {} : { ouPaths: await ouPathsOf(store, caller.organisationId, ou) }),
      ...(externalId === undefined ? {} : { externalId }),
      ...(grade === undefined ? {} : { grade }),
      ...(q === undefined ? {} : { q }),
      ...withinReach(reachOf(caller)),
    };
    return await page(filter, (list: ListQuery<UserFilter, UserSortField>) => store.users.list(list), toUser);
  },
});
