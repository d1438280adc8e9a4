import { type Static, Type } from 'typebox';
import { closed, Nullable, OneOf } from './resources.ts';

/** The kinds of things that a search finds, in the order in which they are shown. */
export const SEARCH_TYPES = ['device', 'user', 'ou', 'policy'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

const Line = (maxLength: number) => Type.String({ maxLength });

const SearchHit = Type.Object(
  {
    type: OneOf(SEARCH_TYPES),
    id: Line(64),
    name: Line(300),
    detail: Nullable(
      Type.String({
        maxLength: 500,
        description:
          'Of a device who uses it, else its serial; of a user the e-mail address; of a policy its description.',
      }),
    ),
    ou: Nullable(
      Type.String({ maxLength: 1_000, description: 'The unit it belongs to, or is; null for a policy.' }),
    ),
  },
  { $id: 'SearchHit', ...closed },
);
export type SearchHit = Static<typeof SearchHit>;

const SearchResult = Type.Object(
  {
    data: Type.Array(Type.Unsafe<SearchHit>({ $ref: 'SearchHit#' }), { maxItems: 80 }),
    more: Type.Array(OneOf(SEARCH_TYPES), {
      maxItems: SEARCH_TYPES.length,
      description: 'Types of which there may be more than is shown.',
    }),
  },
  { $id: 'SearchResult', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const SEARCH_SCHEMAS = { SearchHit, SearchResult } as const;
