import { listOf } from '../openapi/example-values.ts';

const category = { id: 'games', name: 'Games', domainCount: 25_000 };

/** Of categories. */
export const CATEGORY_EXAMPLES: Readonly<Record<string, object>> = {
  Category: category,
  CategoryList: listOf(category),
};
