import { getCategory } from './get.ts';
import { listCategories } from './list.ts';
import { listCategoryCatalogue } from './list-catalogue.ts';
import { lookUpCategories } from './look-up.ts';
import { createCategorySource } from './sources/create.ts';
import { deleteCategorySource } from './sources/delete.ts';
import { getCategorySource } from './sources/get.ts';
import { listCategorySources } from './sources/list.ts';
import { releaseCategorySource } from './sources/release.ts';
import { startCategorySourceUpdate } from './sources/start-update.ts';
import { updateCategorySource } from './sources/update.ts';

/** The endpoints of categories. */
export const CATEGORY_ROUTES = [
  listCategories,
  listCategoryCatalogue,
  lookUpCategories,
  listCategorySources,
  createCategorySource,
  getCategorySource,
  updateCategorySource,
  deleteCategorySource,
  startCategorySourceUpdate,
  releaseCategorySource,
  getCategory,
];
