import { type Clock, delay } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { CategoryUpdater, UpdateProgress, UpdateRequest } from './update.ts';

/** How far an update is that somebody has asked for. */
export interface RunningUpdate {
  readonly progress: UpdateProgress;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Updates that people ask for, in the background of the server. */
export interface BackgroundUpdates {
  /** Begins an update; the caller has taken the right to it under `holder`. That it failed, the sources and the log say. */
  run(order: Required<Pick<UpdateRequest, 'organisationId' | 'sources' | 'holder'>>): void;
  /** Makes the index of what all sources have, as soon as no update runs. */
  rebuild(organisationId: number): void;
  /** Null where none of these updates runs now. */
  running(organisationId: number): RunningUpdate | null;
}

/** Another process updates: how soon it is asked again whether it still does (milliseconds). */
const RETRY_MS = 15_000;

/** Stopping ends what runs, with the old index in use, and waits for that. What was to be rebuilt then is with the next update. */
export function createBackgroundUpdates({
  updater,
  refresh,
  clock,
  log,
}: {
  readonly updater: Pick<CategoryUpdater, 'update'>;
  /** Called when another index may be in use. */
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

  /** One after the other; an organisation that is being updated comes again later. */
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

  /** @returns false when another update has the right to it */
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

/** What an update begins with. */
export function firstStep(sources: readonly string[] | null): UpdateProgress {
  const [source] = sources ?? [];
  return source === undefined
    ? { step: 'compile' }
    : { step: 'read', source, number: 1, of: sources?.length ?? 1, bytes: 0 };
}
