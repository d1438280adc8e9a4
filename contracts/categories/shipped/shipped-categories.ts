import { EVERYDAY } from './everyday.ts';
import { HARMFUL } from './harmful.ts';
import { LEISURE } from './leisure.ts';
import type { ShippedCategory } from './shipped-category.ts';

/** The categories that ship, by id. An id is that of the well-known public lists where they have one, and never changes its meaning. */
export const SHIPPED_CATEGORIES: readonly ShippedCategory[] = [...HARMFUL, ...LEISURE, ...EVERYDAY].sort(
  (a, b) => (a.id < b.id ? -1 : 1),
);
