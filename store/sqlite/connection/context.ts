import type { Database } from 'better-sqlite3';
import type { IdSource } from '../../../kit/random.ts';
import type { WakeUp } from '../../ports/store.ts';
import type { Lists } from './list-query.ts';

export type Wake = (wakeUp: WakeUp) => void;

/** What the repositories of one connection stand on. */
export interface Context {
  readonly db: Database;
  readonly lists: Lists;
  readonly ids: IdSource;
  /** Wall time, epoch milliseconds. */
  now(): number;
  /** Wake-ups of what is written, sent after the commit. */
  readonly wake: Wake;
  /** Calls when a transaction was undone: what was remembered of its writes is not true. */
  onRollback(forget: () => void): void;
}
