import { AT, KEY, listOf } from '../openapi/example-values.ts';

const known = {
  id: 'ut1',
  publisher: 'Université Toulouse Capitole',
  description: 'Sixty categories for schools.',
  location: 'https://dsi.ut-capitole.fr/blacklists/download/blacklists.tar.gz',
  format: 'ut1',
  category: null,
  licence: 'CC BY-SA 4.0',
  homepage: 'https://dsi.ut-capitole.fr/blacklists/index_en.php',
  names: 4_000_000,
  megabytes: 30,
  publishedEveryHours: 24,
  recommended: true,
  added: false,
};

const category = { id: 'games', name: 'Games', domainCount: 25_000 };

const own = {
  id: 'our-games',
  location: 'https://lists.example/games.txt',
  format: 'plain',
  category: 'games',
};

const suggestion = {
  id: 'sug_01kafw2n7qd5g8h1j3k6m9p2rs',
  domain: 'play.example',
  category: 'games',
  kind: 'missing',
  note: 'Half of 9B plays there.',
  status: 'open',
  createdBy: KEY,
  decidedBy: null,
  decidedAt: null,
  createdAt: AT,
  updatedAt: AT,
};

const source = {
  ...own,
  local: false,
  mapping: {},
  state: 'current',
  problem: null,
  names: 25_000,
  refused: 12,
  vouched: [],
  checkedAt: AT,
  createdAt: AT,
  updatedAt: AT,
  update: { step: 'read', source: 'our-games', number: 1, of: 1, bytes: 1_048_576, startedAt: AT },
};

/** One example for each schema of categories. */
export const CATEGORY_EXAMPLES: Readonly<Record<string, object>> = {
  Category: category,
  CategoryList: listOf(category),
  KnownCategorySource: known,
  KnownCategorySourceList: listOf(known),
  CategorySource: source,
  CategorySourceList: listOf(source),
  CategorySourceInput: own,
  CategorySourcePatch: { location: 'https://lists.example/games-2.txt' },
  CategorySourceRelease: { accept: ['play.example'] },
  CategorySuggestion: suggestion,
  CategorySuggestionList: listOf(suggestion),
  CategorySuggestionInput: { domain: 'play.example', category: 'games', kind: 'missing' },
  CategorySuggestionPatch: { status: 'accepted' },
  CategoryDetails: {
    ...category,
    description: 'Games in the browser, and shops and communities of games.',
    updatedAt: AT,
    sources: [{ id: 'our-games', names: 24_000 }],
  },
  CategoryMatches: {
    domain: 'www.play.example',
    categories: [
      { id: 'games', name: 'Games', matches: [{ name: 'play.example', source: 'our-games', readAt: AT }] },
    ],
  },
};
