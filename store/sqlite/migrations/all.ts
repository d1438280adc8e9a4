import type { Migration } from '../migrate.ts';
import { foundation } from './0001-foundation.ts';

/** All migrations, in order. One that was released never changes: a database that has run it would be refused. */
export const MIGRATIONS: readonly Migration[] = [foundation];
