import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../languages.ts';
import { closed, Nullable, OneOf, Timestamp } from './resources.ts';

/** How a person wants the dashboard. */

/** `system`: as the person's computer is set. */
const THEMES = ['system', 'light', 'dark'] as const;

/** A person has some views of each page. All of them together are 50 kB at most. */
export const MAX_SAVED_VIEWS = 40;

/** The filters of a page under a name. */
const SavedView = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
    page: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[a-z0-9][a-z0-9/-]*$',
      description: 'The page of the dashboard, such as `devices`.',
    }),
    query: Type.String({
      maxLength: 1_000,
      description:
        'The query of its address, such as `status=online&sort=-lastSeen`. The server keeps it as it is.',
    }),
  },
  { $id: 'SavedView', ...closed },
);

const Language = Nullable(OneOf(LANGUAGES));
const SavedViews = Type.Array(Type.Unsafe<Static<typeof SavedView>>({ $ref: 'SavedView#' }), {
  maxItems: MAX_SAVED_VIEWS,
});

export const AccountPreferences = Type.Object(
  {
    language: Type.Unsafe<Static<typeof Language>>({
      ...Language,
      description: 'Null = as the browser asks for.',
    }),
    theme: OneOf(THEMES),
    savedViews: SavedViews,
    /** Null before the first change. */
    updatedAt: Nullable(Timestamp),
  },
  { $id: 'AccountPreferences', ...closed },
);
export type AccountPreferences = Static<typeof AccountPreferences>;

const AccountPreferencesPatch = Type.Object(
  {
    language: Type.Optional(Language),
    theme: Type.Optional(Nullable(OneOf(THEMES))),
    /** The whole list: it replaces the one that was there. */
    savedViews: Type.Optional(Nullable(SavedViews)),
  },
  { $id: 'AccountPreferencesPatch', ...closed },
);
export type AccountPreferencesPatch = Static<typeof AccountPreferencesPatch>;

/** The schemas by their names in the OpenAPI document. */
export const PREFERENCE_SCHEMAS = { SavedView, AccountPreferences, AccountPreferencesPatch } as const;
