import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { createSerial } from '../../kit/serial.ts';
import type { Bus, Repositories, Store, TransactionOptions, WakeUp } from '../ports/store.ts';
import type { Wake } from './connection/context.ts';
import { portsOf, portsOnDemand, type RunCall, type SqliteRepositories } from './connection/repository.ts';

/** The database below a store: it reads and writes synchronously, with one writer. */
export interface Engine {
  open(): void | Promise<void>;
  close(): void | Promise<void>;
  /** The names of its repositories. */
  readonly names: readonly (keyof Repositories)[];
  /** Repositories over what is committed. @throws Fault unavailable when it is not open */
  reader(): SqliteRepositories;
  /** Begins the only transaction; waits for writers of other processes. Its repositories send wake-ups to `wake`. */
  begin(wake: Wake, options: TransactionOptions): Promise<SqliteRepositories>;
  /** Commits, or throws and leaves nothing. */
  commit(): void;
  /** Rolls back; does nothing when the engine has done so already. */
  rollback(): void;
  check(): void;
  /** What was deleted and can be written again (bytes). */
  reusableBytes(): number;
  /** The error for callers: a failure of the storage becomes a Fault `unavailable` that keeps its cause. */
  translate(error: unknown): unknown;
}

/** A transaction that is open this long (milliseconds) is logged: other writers wait, and one of ours takes a few milliseconds. */
export const LONG_TRANSACTION_MS = 5_000;

/**
 * Makes a store of an engine. It queues writers, keeps each transaction apart, and publishes wake-ups after the commit. The ports have their methods once the
 * store has started.
 */
export function createTransactionalStore({
  engine,
  bus,
  clock,
  log,
}: {
  readonly engine: Engine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}): Store {
  const writers = createSerial();
  let running = false;

  const change = <T>(
    work: (repositories: SqliteRepositories, wake: Wake) => T | Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> => {
    if (!running)
      return Promise.reject(
        new Fault('unavailable', 'The server is not running.', { internal: 'the store is not started' }),
      );
    return writers.run(async () => {
      const wakeUps: WakeUp[] = [];
      const wake: Wake = (wakeUp) => void wakeUps.push(wakeUp);
      const repositories = await translated(engine, () => engine.begin(wake, options));
      let result: T;
      try {
        result = await work(repositories, wake);
        engine.commit();
      } catch (error) {
        rollback(engine, log);
        throw engine.translate(error);
      }
      for (const wakeUp of wakeUps) bus.publish(wakeUp);
      return result;
    });
  };
  const runCall: RunCall = (access, call) =>
    access === 'read'
      ? translated(engine, () => call(engine.reader()))
      : change((repositories) => call(repositories), {
          importance: access === 'repeatable' ? 'repeatable' : 'durable',
        });

  // The repositories say whether a call reads or writes, and are made when the database is opened: only then the ports get their methods.
  const ports = Object.fromEntries(engine.names.map((name) => [name, {}])) as unknown as Repositories;
  const own: Omit<Store, keyof Repositories> = {
    bus,
    transaction: (work, options) =>
      change(async (repositories, wake) => {
        const session = createSession(repositories, engine);
        const watch = watchLength(clock, log);
        try {
          const result = await work(Object.assign(session.repositories, { wake }));
          session.check();
          return result;
        } finally {
          session.close();
          watch.cancel();
        }
      }, options),
    check: () => translated(engine, () => engine.check()),
    reusableBytes: () => translated(engine, () => engine.reusableBytes()),
    async start() {
      if (running) return;
      await translated(engine, () => engine.open());
      const methods = portsOf(engine.reader(), runCall);
      for (const name of engine.names) Object.assign(ports[name], methods[name]);
      running = true;
    },
    async stop() {
      if (!running) return;
      running = false;
      await writers.run(async () => engine.close());
    },
  };
  return Object.assign(ports, own);
}

/** The ports of one transaction. They work until it ends. After a failure of the storage they refuse, so that no half of a change is committed. */
function createSession(
  repositories: SqliteRepositories,
  engine: Engine,
): {
  readonly repositories: Repositories;
  /** @throws the storage failure that the work has caught and not thrown */
  check(): void;
  /** Makes its ports refuse. */
  close(): void;
} {
  let open = true;
  let broken: { readonly error: unknown } | null = null;
  const guarded = portsOnDemand(repositories, (_access, call) =>
    translated(engine, () => {
      if (!open) throw new Error('this transaction has ended: its work must await every call that it makes');
      if (broken !== null) throw broken.error;
      try {
        return call(repositories);
      } catch (error) {
        // A Fault is thrown before anything is written; any other error may have come in the middle.
        if (!(error instanceof Fault)) broken = { error };
        throw error;
      }
    }),
  );
  return {
    repositories: guarded,
    check() {
      if (broken !== null) throw broken.error;
    },
    close() {
      open = false;
    },
  };
}

function watchLength(clock: Clock, log: Log): { cancel(): void } {
  const startedAt = clock.monotonic();
  return clock
    .setTimeout(() => {
      log.error(
        { openMs: Math.round(clock.monotonic() - startedAt) },
        'a transaction stays open and all other writers wait: does its work await something other than its own tx?',
      );
    }, LONG_TRANSACTION_MS)
    .unref();
}

function rollback(engine: Engine, log: Log): void {
  try {
    engine.rollback();
  } catch (error) {
    log.error({ error }, 'could not roll a transaction back');
  }
}

/** Runs at once. What it throws becomes a translated rejection. */
async function translated<T>(engine: Engine, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw engine.translate(error);
  }
}
