import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import { toUser } from '../../store/views/user.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { putUser, userNotes } from './users.ts';

const Query = Type.Object(
  {
    upsert: Type.Optional(
      Type.Boolean({
        description: 'A known `externalId` changes that user, in the members that are given, instead of 409.',
      }),
    ),
  },
  closed,
);

export const createUser = defineRoute({
  method: 'POST',
  path: '/v1/users',
  operationId: 'createUser',
  summary: 'Create a user, or with `upsert` bring one up to date',
  description:
    'An upsert answers 201 for a new user, else 200; what is there already is not written again, so that `updatedAt` tells of real changes.',
  tag: 'Users',
  scope: 'users:write',
  extension: false,
  query: Query,
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
});
