import { listCategories } from './list.ts';
import { listCategoryCatalogue } from './list-catalogue.ts';

/** The endpoints of categories. */
export const CATEGORY_ROUTES = [listCategories, listCategoryCatalogue];
