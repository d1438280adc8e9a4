import { createCategorySuggestion } from './create.ts';
import { decideCategorySuggestion } from './decide.ts';
import { getCategorySuggestion } from './get.ts';
import { listCategorySuggestions } from './list.ts';

/** The endpoints of suggestions for categories. */
export const CATEGORY_SUGGESTION_ROUTES = [
  createCategorySuggestion,
  listCategorySuggestions,
  getCategorySuggestion,
  decideCategorySuggestion,
];
