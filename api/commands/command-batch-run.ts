import type { BatchId } from '../../contracts/ids.ts';
import { every } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { Store } from '../../store/ports/store.ts';
import { continueBatch } from './command-batches.ts';
import type { CommandTools } from './commands.ts';

/** Devices of one transaction. Each takes half a millisecond. */
const STEPS: StepLimits = { most: 100, least: 10, aimMs: 25 };
/** How often the store is searched for unfinished batches, after their process died or a step failed. */
const LOOK_AGAIN_MS = 10_000;
/** Batches taken up at a time; the next search takes the others. */
const LOOKED_AT = 100;

/** Carries out batches of commands to their end. */
export interface CommandBatchRun extends Service {
  /**
   * Resolves when every device of a batch has its command. Several callers may wait for the same batch.
   * @throws Fault unavailable when the server stops first, or whatever the store throws: then it is done later
   */
  complete(id: BatchId): Promise<void>;
}

/** `start` continues the batches of an earlier process; it does not wait for their end. */
export function createCommandBatchRun(
  tools: Pick<CommandTools, 'clock' | 'ids'> & { readonly store: Store; readonly log: Log },
): CommandBatchRun {
  const { store, clock, log } = tools;
  let stopping = new AbortController();
  let looking: { stop(): Promise<void> } | null = null;
  let first: Promise<void> = Promise.resolve();

  const complete = async (id: BatchId): Promise<void> => {
    const { signal } = stopping;
    let isDone = false;
    await inSteps(STEPS, { clock, signal }, async (devices) => {
      isDone = !(await store.transaction((tx) => continueBatch(tx, tools, id, devices)));
      return !isDone;
    });
    if (!isDone)
      throw new Fault('unavailable', 'The server stops; the rest of the batch follows when it runs again.');
  };

  const look = async (): Promise<void> => {
    for (const id of await store.commandBatches.allUnfinished(LOOKED_AT)) {
      if (stopping.signal.aborted) return;
      try {
        await complete(id);
        log.info({ batchId: id }, 'a batch of commands that was left unfinished is done');
      } catch (error) {
        log.warn({ batchId: id, error: messageOf(error) }, 'a batch of commands stays unfinished');
      }
    }
  };
  const onError = (error: unknown): void =>
    log.error({ error: messageOf(error) }, 'could not look for unfinished batches of commands');

  return {
    complete,
    async start() {
      if (looking !== null) return;
      if (stopping.signal.aborted) stopping = new AbortController();
      first = look().catch(onError);
      looking = every(clock, LOOK_AGAIN_MS, look, onError);
    },
    async stop() {
      const ending = looking;
      looking = null;
      stopping.abort();
      await Promise.all([first, ending?.stop()]);
    },
  };
}
