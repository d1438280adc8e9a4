import { listOf } from '../openapi/example-values.ts';

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

/** Of categories. */
export const CATEGORY_EXAMPLES: Readonly<Record<string, object>> = {
  Category: category,
  CategoryList: listOf(category),
  KnownCategorySource: known,
  KnownCategorySourceList: listOf(known),
};
