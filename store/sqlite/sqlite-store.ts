import type { Clock } from '../../kit/clock.ts';
import { type Log, silentLog } from '../../kit/log.ts';
import type { IdSource } from '../../kit/random.ts';
import { createInProcessBus } from '../bus/in-process.ts';
import type { Store } from '../ports/store.ts';
import { createSqliteEngine, type Durability } from './engine.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { createTransactionalStore } from './transactional-store.ts';

/**
 * A store in one SQLite file, made and migrated by `start()`. Other processes may open the same file.
 * @param options.path the file; its folder is made when it is missing
 * @param options.durability `full` (the default): a commit survives a power cut. `normal`: a power cut may take the last commits.
 */
export function createSqliteStore({
  path,
  clock,
  ids,
  log = silentLog,
  durability = 'full',
}: {
  readonly path: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log?: Log;
  readonly durability?: Durability;
}): Store {
  return createTransactionalStore({
    engine: createSqliteEngine({ path, durability, migrations: MIGRATIONS, clock, ids }),
    bus: createInProcessBus(log),
    clock,
    log,
  });
}
