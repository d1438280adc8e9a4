import { type Static, Type } from 'typebox';
import { closed, Nullable, OneOf } from './resources.ts';

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Address = (description: string) => Type.String({ minLength: 1, maxLength: 2_048, description });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** How a list of names is written (docs/category-index.md). */
const SOURCE_FORMATS = ['plain', 'hosts', 'adblock', 'rpz', 'ut1'] as const;

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
    /** In round numbers, when this release was made. */
    names: Count,
    megabytes: Count,
    publishedEveryHours: Count,
    recommended: Type.Boolean(),
    /** Whether it is among the sources of this school. */
    added: Type.Boolean(),
  },
  {
    $id: 'KnownCategorySource',
    ...closed,
    description: 'A public list of sites that a school can add by its id.',
  },
);
export type KnownCategorySource = Static<typeof KnownCategorySource>;

export const CATEGORY_SCHEMAS = { KnownCategorySource } as const;
