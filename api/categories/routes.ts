import { listCategories } from './list.ts';

/** The endpoints of categories. */
export const CATEGORY_ROUTES = [listCategories];
