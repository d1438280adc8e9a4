import { type Clock, delay } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { CategoryUpdater, UpdateProgress, UpdateRequest } from './update.ts';

/** The progress of an update that a person has asked for. */
export interface RunningUpdate {
  readonly progress: UpdateProgress;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Updates that people ask for. They run in the background of the server. */
export interface BackgroundUpdates {
  /** Starts an update. The caller has already taken the update right under `holder`. A failure is noted with the sources and in the log. */
  run(order: Required<Pick<UpdateRequest, 'organisationId' | 'sources' | 'holder'>>): void;
  /** Makes the index anew from the lists of all sources, as soon as no update runs. */
  rebuild(organisationId: number): void;
  /** The update that this process runs for the organisation; null = none. */
  running(organisationId: number): RunningUpdate | null;
}

/** While another process updates, this process tries again after this time (milliseconds). */
const RETRY_MS = 15_000;

/** `stop` ends the running update, which leaves the old index in use, and waits for its end. A pending rebuild is left to the next update. */
export function createBackgroundUpdates({
  updater,
  refresh,
  clock,
  log,
}: {
  readonly updater: Pick<CategoryUpdater, 'update'>;
  /** Called when another index may have come into use. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): BackgroundUpdates & Service {
  const current = new Map<number, RunningUpdate>();
  const runs = new Map<number, Promise<void>>();
  const waiting = new Set<number>();
  let rebuilding: Promise<void> | null = null;
  let aborter = new AbortController();

  async function update(order: Omit<UpdateRequest, 'signal' | 'progress'>): Promise<void> {
    const { organisationId } = order;
    const startedAt = clock.now();
    let shown: RunningUpdate | null = null;
    const show = (progress: UpdateProgress): void => {
      shown = { progress, startedAt };
      current.set(organisationId, shown);
    };
    if (order.holder !== undefined) show(firstStep(order.sources));
    try {
      const { index, changed } = await updater.update({ ...order, signal: aborter.signal, progress: show });
      log.info({ version: index.version, names: index.names, changed }, 'the categories were updated');
      await refresh();
    } finally {
      if (current.get(organisationId) === shown) current.delete(organisationId);
    }
  }

  /** Rebuilds one organisation after the other. An organisation that is being updated is tried again later. */
  async function rebuildAll(signal: AbortSignal): Promise<void> {
    for (const organisationId of waiting) {
      await runs.get(organisationId);
      if (signal.aborted) return;
      waiting.delete(organisationId);
      if (await rebuilt(organisationId)) continue;
      if (!runs.has(organisationId)) await delay(clock, RETRY_MS, signal);
      waiting.add(organisationId);
    }
  }

  /** @returns false when another update has the update right */
  async function rebuilt(organisationId: number): Promise<boolean> {
    try {
      await update({ organisationId, sources: [] });
    } catch (error) {
      if (error instanceof Fault && error.code === 'conflict') return false;
      failed(error);
    }
    return true;
  }

  const failed = (error: unknown): void => {
    if (!aborter.signal.aborted) log.error({ error: messageOf(error) }, 'the categories were not updated');
  };

  return {
    run(order) {
      const { organisationId } = order;
      const done: Promise<void> = update(order)
        .catch(failed)
        .finally(() => {
          if (runs.get(organisationId) === done) runs.delete(organisationId);
        });
      runs.set(organisationId, done);
    },
    rebuild(organisationId) {
      waiting.add(organisationId);
      rebuilding ??= rebuildAll(aborter.signal)
        .catch(failed)
        .finally(() => {
          rebuilding = null;
        });
    },
    running: (organisationId) => current.get(organisationId) ?? null,
    async start() {
      if (aborter.signal.aborted) aborter = new AbortController();
    },
    async stop() {
      aborter.abort(new Fault('unavailable', 'The server is stopping.'));
      await Promise.all([...runs.values(), rebuilding]);
      waiting.clear();
    },
  };
}

/** The first progress of an update. */
export function firstStep(sources: readonly string[] | null): UpdateProgress {
  const [source] = sources ?? [];
  return source === undefined
    ? { step: 'compile' }
    : { step: 'read', source, number: 1, of: sources?.length ?? 1, bytes: 0 };
}
