import { Type } from 'typebox';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import { SEARCH_TYPES } from '../../contracts/rest/search.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { searchAll } from './search.ts';

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

/** The endpoint of the search. */
export const SEARCH_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/search',
    operationId: 'search',
    summary: 'Find devices, people, units and policies by a word',
    description:
      'Names that begin with the text come first, then whatever has all of its words: in the name, serial or asset tag of a device, in the name, e-mail address or external id of a user, in the name of a unit, in the name or description of a policy. Shows the types that the caller may read (`devices:read`, `users:read`, `policies:read`), in the caller’s reach.',
    tag: 'Search',
    scope: null,
    extension: true,
    query: Type.Object(
      {
        q: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '\\S',
          description: 'What to look for, without regard to case.',
        }),
        type: manyOf(OneOf(SEARCH_TYPES)),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_LIMIT,
            description: `Of each type; default ${DEFAULT_LIMIT}.`,
          }),
        ),
      },
      closed,
    ),
    quota: { name: 'search', perMinute: 300 },
    // One note for all searches of somebody: each letter typed is one.
    view: { action: 'search.viewed', of: () => ({ target: null, filter: {} }) },
    responses: { 200: ref('SearchResult') },
    handle: async ({ query: { q, type = SEARCH_TYPES, limit = DEFAULT_LIMIT }, caller }, { store }) => {
      const found = await searchAll(store, caller, { q, types: type, limit });
      const people = found.data.filter((hit) => hit.type === 'device' || hit.type === 'user');
      return { status: 200, body: found, recordCount: people.length };
    },
  }),
];
