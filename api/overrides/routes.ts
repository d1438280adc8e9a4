import { createOverride } from './create.ts';
import { deleteOverride } from './delete.ts';
import { getOverride } from './get.ts';
import { listOverrides } from './list.ts';

/** The endpoints of overrides. */
export const OVERRIDE_ROUTES = [createOverride, listOverrides, getOverride, deleteOverride];
