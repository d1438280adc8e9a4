import { createCategorySource } from './create.ts';
import { deleteCategorySource } from './delete.ts';
import { getCategorySource } from './get.ts';
import { listCategorySources } from './list.ts';
import { releaseCategorySource } from './release.ts';
import { startCategorySourceUpdate } from './start-update.ts';
import { updateCategorySource } from './update.ts';

/** The endpoints of sources of categories. */
export const CATEGORY_SOURCE_ROUTES = [
  listCategorySources,
  createCategorySource,
  getCategorySource,
  updateCategorySource,
  deleteCategorySource,
  startCategorySourceUpdate,
  releaseCategorySource,
];
