import { type Static, Type } from 'typebox';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Address = (description: string) => Type.String({ minLength: 1, maxLength: 2_048, description });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The file formats of lists of names (docs/category-index.md). */
const SOURCE_FORMATS = ['plain', 'hosts', 'adblock', 'rpz', 'ut1'] as const;

const SOURCE_STATES = ['new', 'current', 'failed', 'held'] as const;

export const KnownCategorySource = Type.Object(
  {
    id: Line(40),
    publisher: Line(80),
    description: Line(200),
    location: Address('Where the server fetches it.'),
    format: OneOf(SOURCE_FORMATS),
    category: Nullable(Line(40)),
    licence: Line(40),
    homepage: Address('Where its makers tell about it.'),
    /** Number of names, rounded, when this release was made. */
    names: Count,
    megabytes: Count,
    publishedEveryHours: Count,
    recommended: Type.Boolean(),
    /** Whether the list is among the sources of this school. */
    added: Type.Boolean(),
  },
  {
    $id: 'KnownCategorySource',
    ...closed,
    description: 'A public list of sites that a school can add by its id.',
  },
);
export type KnownCategorySource = Static<typeof KnownCategorySource>;

/** The id of a source, which people choose. */
export const CATEGORY_SOURCE_ID = '^[a-z0-9][a-z0-9_-]{0,39}$';
const SourceId = Type.String({ pattern: CATEGORY_SOURCE_ID, minLength: 1, maxLength: 40 });
const HostName = (description: string) => Type.String({ minLength: 1, maxLength: 253, description });
const CategoryId = Line(40);
const Mapping = Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }), Nullable(CategoryId), {
  maxProperties: 500,
  additionalProperties: false,
  description:
    'Of a `ut1` archive: its categories by ours where that differs from the usual; null leaves one out.',
});
const WebLocation = Type.String({
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$',
  minLength: 1,
  maxLength: 2_048,
  description:
    'An http or https address that the server reaches. Files of the server are for its command line.',
});

export const CategorySource = Type.Object(
  {
    id: SourceId,
    format: OneOf(SOURCE_FORMATS),
    location: Nullable(Address('Where the server fetches it; null for a file of the server.')),
    local: Type.Boolean({ description: 'Whether it is a file of the server.' }),
    category: Nullable(CategoryId),
    mapping: Type.Record(Type.String(), Nullable(CategoryId)),
    state: Type.Unsafe<(typeof SOURCE_STATES)[number]>({
      ...OneOf(SOURCE_STATES),
      description:
        '`held`: what it says now is suspicious and waits for a person. What was read before stays in use, as it does when it `failed`.',
    }),
    problem: Nullable(Type.String({ maxLength: 4_000 })),
    names: Count,
    refused: Type.Integer({ ...Count, description: 'Names of the last reading that were left out.' }),
    vouched: Type.Array(HostName('A well-known name that somebody has vouched for.'), { maxItems: 10_000 }),
    checkedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    update: Nullable(
      Type.Object(
        {
          step: OneOf(['read', 'compile'] as const),
          source: Nullable(SourceId),
          number: Nullable(Count),
          of: Nullable(Count),
          bytes: Nullable(Count),
          startedAt: Timestamp,
        },
        {
          ...closed,
          description:
            'How far the update is that somebody has asked for by the API, of whichever source: the source that is read now, which one of how many, and how much of it.',
        },
      ),
    ),
  },
  { $id: 'CategorySource', ...closed, description: 'A list that gives names to categories.' },
);
export type CategorySource = Static<typeof CategorySource>;

export const CategorySourceInput = Type.Object(
  {
    id: SourceId,
    location: Type.Optional(WebLocation),
    format: Type.Optional(OneOf(SOURCE_FORMATS)),
    category: Type.Optional(Nullable(CategoryId)),
    mapping: Type.Optional(Mapping),
  },
  {
    $id: 'CategorySourceInput',
    ...closed,
    description:
      'One of the catalogue by its `id` alone; or a list of your own with `location`, `format` and `category`.',
  },
);
export type CategorySourceInput = Static<typeof CategorySourceInput>;

/** A merge patch. `mapping` is replaced whole, because null has a meaning in it. */
const CategorySourcePatch = Type.Object(
  {
    location: Type.Optional(WebLocation),
    category: Type.Optional(Nullable(CategoryId)),
    mapping: Type.Optional(Mapping),
  },
  { $id: 'CategorySourcePatch', ...closed, description: 'What to change. `mapping` is replaced whole.' },
);

const CategorySourceRelease = Type.Object(
  {
    accept: Type.Optional(
      Type.Array(
        HostName('A well-known name that the source may put into its category, though no other does.'),
        {
          maxItems: 1_000,
          uniqueItems: true,
        },
      ),
    ),
  },
  { $id: 'CategorySourceRelease', ...closed },
);

export const CategoryDetails = Type.Object(
  {
    id: CategoryId,
    name: Line(80),
    domainCount: Count,
    description: Line(300),
    updatedAt: Nullable(Timestamp),
    sources: Type.Array(Type.Object({ id: SourceId, names: Count }, closed), {
      maxItems: 1_000,
      description: 'Which sources give it names, and how many: `schoolgate` is what ships.',
    }),
  },
  {
    $id: 'CategoryDetails',
    ...closed,
    description: 'A category, how many names the index of `updatedAt` holds of it, and where they come from.',
  },
);
export type CategoryDetails = Static<typeof CategoryDetails>;

export const CategoryMatches = Type.Object(
  {
    domain: HostName('As it is compared.'),
    categories: Type.Array(
      Type.Object(
        {
          id: CategoryId,
          name: Line(80),
          matches: Type.Array(
            Type.Object(
              {
                name: HostName('The domain itself, or one above it.'),
                source: Type.String({
                  maxLength: 40,
                  description:
                    'The id of a source; `schoolgate` for what ships; `suggestions` for what people here have accepted.',
                }),
                readAt: Nullable(Timestamp),
              },
              closed,
            ),
            { maxItems: 10_000 },
          ),
        },
        closed,
      ),
      { maxItems: 1_000 },
    ),
  },
  {
    $id: 'CategoryMatches',
    ...closed,
    description: 'The categories of a domain, as devices see them, and which sources say so.',
  },
);
export type CategoryMatches = Static<typeof CategoryMatches>;

const SUGGESTION_KINDS = ['missing', 'wrong'] as const;

export const SUGGESTION_STATUSES = ['open', 'accepted', 'declined'] as const;

export const CategorySuggestion = Type.Object(
  {
    id: IdOf('sug'),
    domain: HostName('As it is compared.'),
    category: CategoryId,
    kind: OneOf(SUGGESTION_KINDS),
    note: Nullable(Type.String({ maxLength: 500 })),
    status: OneOf(SUGGESTION_STATUSES),
    createdBy: Line(64),
    decidedBy: Nullable(Line(64)),
    decidedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'CategorySuggestion',
    ...closed,
    description:
      'That a domain is `missing` in a category, or in a `wrong` one. An accepted one is in force.',
  },
);
export type CategorySuggestion = Static<typeof CategorySuggestion>;

export const CategorySuggestionInput = Type.Object(
  {
    domain: HostName('The very name that is missing or wrong.'),
    category: CategoryId,
    kind: OneOf(SUGGESTION_KINDS),
    note: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  },
  { $id: 'CategorySuggestionInput', ...closed },
);
export type CategorySuggestionInput = Static<typeof CategorySuggestionInput>;

const CategorySuggestionPatch = Type.Object(
  { status: OneOf(['accepted', 'declined'] as const) },
  { $id: 'CategorySuggestionPatch', ...closed },
);

export const CATEGORY_SCHEMAS = {
  KnownCategorySource,
  CategorySource,
  CategorySourceInput,
  CategorySourcePatch,
  CategorySourceRelease,
  CategoryDetails,
  CategoryMatches,
  CategorySuggestion,
  CategorySuggestionInput,
  CategorySuggestionPatch,
} as const;
