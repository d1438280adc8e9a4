import { createCampus } from './create.ts';
import { deleteCampus } from './delete.ts';
import { getCampus } from './get.ts';
import { listCampuses } from './list.ts';
import { updateCampus } from './update.ts';

/** The endpoints of campuses. */
export const CAMPUS_ROUTES = [listCampuses, createCampus, getCampus, updateCampus, deleteCampus];
