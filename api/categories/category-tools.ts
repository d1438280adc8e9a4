import type { RouteTools } from '../http/route.ts';
import type { CategoryLookup } from './category-lookup.ts';
import type { CategorySearch } from './category-search.ts';

/** What endpoints use that answer of categories, beside what all do. */
export interface CategoryTools extends RouteTools {
  readonly categories: CategoryLookup;
  readonly categorySearch: CategorySearch;
}
