import { createOu } from './create.ts';
import { deleteOu } from './delete.ts';
import { getOu } from './get.ts';
import { listOus } from './list.ts';
import { updateOu } from './update.ts';

/** The endpoints of organisational units. */
export const OU_ROUTES = [listOus, createOu, getOu, updateOu, deleteOu];
