import { Type } from 'typebox';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import { USER_ROLES, USER_STATUSES, type UserBatchResult } from '../../contracts/rest/users.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { UserFilter, UserSortField } from '../../store/ports/users.ts';
import { toUser } from '../../store/views/user.ts';
import { problemOf } from '../http/problem.ts';
import { type AuditNote, defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { ouPathsOf } from '../input/ou-paths.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, withinReach } from '../input/reach.ts';
import { deleteUser, putUser, updateUser, userInReach, userNotes } from './users.ts';
import { batchCost, putUsers, type RowOutcome } from './users-batch.ts';

const SORTABLE = ['name', 'email', 'createdAt', 'updatedAt'] as const satisfies readonly UserSortField[];

const UserQuery = Type.Object(
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

const CreateQuery = Type.Object(
  {
    upsert: Type.Optional(
      Type.Boolean({
        description: 'A known `externalId` changes that user, in the members that are given, instead of 409.',
      }),
    ),
  },
  closed,
);

const BATCH_PATH = '/v1/users/batch';

const BatchQuery = Type.Object(
  { upsert: Type.Optional(Type.Boolean({ description: 'As the member `upsert` of the body.' })) },
  closed,
);

const BATCH_STATUS = { created: 201, updated: 200, unchanged: 200 } as const;

const BATCH_OUTCOME = { created: 'created', updated: 'changed', unchanged: 'unchanged' } as const;

/** Longest external id that the answer about a refused row repeats (characters). A longer id is refused for its length. */
const MAX_ECHO = 1_000;

/** The endpoints of users. */
export const USER_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/users',
    operationId: 'listUsers',
    summary: 'List users',
    tag: 'Users',
    scope: 'users:read',
    extension: false,
    query: UserQuery,
    list: { sortable: SORTABLE, defaultSort: 'name', updatedSince: true },
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
      return await page(
        filter,
        (list: ListQuery<UserFilter, UserSortField>) => store.users.list(list),
        toUser,
      );
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/users',
    operationId: 'createUser',
    summary: 'Create a user, or with `upsert` bring one up to date',
    description:
      'An upsert answers 201 for a new user, else 200; what is there already is not written again, so that `updatedAt` tells of real changes.',
    tag: 'Users',
    scope: 'users:write',
    extension: false,
    query: CreateQuery,
    body: ref('UserInput'),
    responses: { 200: ref('User'), 201: ref('User') },
    faults: ['already_exists', 'ou_not_permitted', 'unprocessable'],
    handle: ({ query, body, caller, transact }, tools) =>
      transact(async (tx) => {
        const upsert = query.upsert === true;
        const write = await putUser(tx, tools, { reach: reachOf(caller), input: body, upsert });
        const { user, outcome } = write;
        const answer = { body: toUser(user), version: user.version, audit: userNotes(write) };
        return outcome === 'created'
          ? { status: 201, headers: { location: `/v1/users/${user.id}` }, ...answer }
          : { status: 200, ...answer };
      }),
  }),

  defineRoute({
    method: 'POST',
    path: BATCH_PATH,
    operationId: 'batchUsers',
    summary: 'Create or bring up to date up to 500 users',
    description:
      'Rows are taken in their order, each by itself: 207 tells of each what it alone would have been answered with. With `atomic` it is all (200) or none (422). Counts as one request for each 50 rows begun.',
    tag: 'Users',
    scope: 'users:write',
    extension: true,
    query: BatchQuery,
    body: ref('UserBatchInput'),
    responses: { 200: ref('UserBatchResult'), 207: ref('UserBatchResult') },
    faults: ['unprocessable'],
    handle: ({ query, body, caller, requestId, charge, transact }, tools) => {
      charge(batchCost(body.users.length));
      return transact(async (tx) => {
        const upsert = query.upsert === true || body.upsert === true;
        const outcomes = await putUsers(tx, tools, { reach: reachOf(caller), batch: body, upsert });
        const results = outcomes.map((outcome) =>
          resultOf(outcome, { requestId, row: body.users[outcome.index] }),
        );
        return { status: body.atomic === true ? 200 : 207, body: { results }, audit: noteOf(outcomes) };
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/users/{id}',
    operationId: 'getUser',
    summary: 'Get one user',
    tag: 'Users',
    scope: 'users:read',
    extension: true,
    params: idParams('usr'),
    view: { action: 'users.viewed', keysTogether: true },
    responses: { 200: ref('User') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store }) => {
      const user = await userInReach(store, reachOf(caller), params.id);
      return { status: 200, body: toUser(user), version: user.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/users/{id}',
    operationId: 'updateUser',
    summary: 'Change a user',
    tag: 'Users',
    scope: 'users:write',
    extension: true,
    params: idParams('usr'),
    body: ref('UserPatch'),
    responses: { 200: ref('User') },
    faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
    handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
        const write = await updateUser(tx, call, body);
        return {
          status: 200,
          body: toUser(write.user),
          version: write.user.version,
          audit: userNotes(write),
        };
      }),
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/users/{id}',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'Removes the person from the roster. Logs and activity keep the address until their own retention ends.',
    tag: 'Users',
    scope: 'users:write',
    extension: true,
    params: idParams('usr'),
    responses: { 204: null },
    faults: ['not_found', 'precondition_failed'],
    handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
      transact(async (tx) => {
        const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
        const user = await deleteUser(tx, call);
        return { status: 204, audit: { action: 'user.deleted', target: user.id, before: toUser(user) } };
      }),
  }),
];

function resultOf(
  outcome: RowOutcome,
  { requestId, row }: { readonly requestId: string; readonly row: unknown },
): UserBatchResult['results'][number] {
  const { index } = outcome;
  if ('user' in outcome) {
    const { id, externalId } = outcome.user;
    return {
      index,
      status: BATCH_STATUS[outcome.outcome],
      outcome: BATCH_OUTCOME[outcome.outcome],
      id,
      externalId,
    };
  }
  const { refusal } = outcome;
  const problem = problemOf(refusal, { url: BATCH_PATH, id: requestId });
  return { index, status: refusal.status, externalId: externalIdOf(row), problem };
}

/** The external id of a refused row, cut to `MAX_ECHO`, so that the answer stays valid whatever the row holds. */
function externalIdOf(row: unknown): string | null {
  const given = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null;
  return typeof given === 'string' ? given.slice(0, MAX_ECHO) : null;
}

/** One audit note for all rows: the users made and changed, and the numbers of unchanged and refused rows. */
function noteOf(outcomes: readonly RowOutcome[]): readonly AuditNote[] {
  const idsOf = (wanted: string) =>
    outcomes.flatMap((one) => ('user' in one && one.outcome === wanted ? [one.user.id] : []));
  const [created, updated] = [idsOf('created'), idsOf('updated')];
  if (created.length + updated.length === 0) return [];
  const refused = outcomes.filter((one) => 'refusal' in one).length;
  const counts = {
    created: created.length,
    updated: updated.length,
    unchanged: outcomes.length - created.length - updated.length - refused,
    refused,
  };
  return [{ action: 'user.batch', target: null, after: { counts, created, updated } }];
}
