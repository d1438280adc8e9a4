import type { Database } from 'better-sqlite3';
import type { IdSource } from '../../../kit/random.ts';
import type { WakeUp } from '../../ports/store.ts';
import type { Lists } from './list-query.ts';

export type Wake = (wakeUp: WakeUp) => void;

/** What the repositories of one connection are made with. */
export interface Context {
  readonly db: Database;
  readonly lists: Lists;
  readonly ids: IdSource;
  /** Wall time, epoch milliseconds. */
  now(): number;
  /** Takes the wake-ups of writes, to be published after the commit. */
  readonly wake: Wake;
  /** Calls `forget` after a rollback: what a repository has cached of that transaction's writes is wrong. */
  onRollback(forget: () => void): void;
}
