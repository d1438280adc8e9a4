import { getCategory } from './get.ts';
import { listCategories } from './list.ts';
import { listCategoryCatalogue } from './list-catalogue.ts';
import { lookUpCategories } from './look-up.ts';

/** The endpoints of categories. */
export const CATEGORY_ROUTES = [listCategories, listCategoryCatalogue, lookUpCategories, getCategory];
