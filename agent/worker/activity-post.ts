import type { ActivityRecord } from '../../contracts/mqtt/messages.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { Unfit } from '../channel/channel.ts';
import { MAX_RECORDS } from './wire.ts';

/** Records that wait while the agent takes none: an hour of busy browsing. Beyond that the oldest are dropped. */
const MAX_WAITING = 10_000;
const TRY_AGAIN_MS = 2_000;

/** Sends records to the agent, in order, until they are kept. Ids make a second try harmless. */
export interface ActivityPost {
  /** Never throws. */
  add(records: readonly ActivityRecord[]): void;
  /** Resolves when nothing waits, or the agent takes nothing. */
  flush(): Promise<void>;
}

export function createActivityPost({
  deliver,
  clock,
  log,
}: {
  readonly deliver: (records: readonly ActivityRecord[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): ActivityPost {
  let waiting: ActivityRecord[] = [];
  let running: Promise<boolean> | null = null;

  /** One record that does not fit must not take the others with it: the batch is halved until that one is alone. */
  const keep = async (batch: readonly ActivityRecord[]): Promise<void> => {
    try {
      await deliver(batch);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      if (batch.length === 1) {
        log.error({ error: messageOf(error) }, 'a record that no agent takes was dropped');
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await keep(batch.slice(0, half));
      await keep(batch.slice(half));
    }
  };
  const run = async (): Promise<boolean> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_RECORDS);
      try {
        await keep(batch);
      } catch (error) {
        log.warn({ error: messageOf(error), records: waiting.length }, 'the agent did not take records');
        return false;
      }
      const sent = new Set(batch);
      waiting = waiting.filter((record) => !sent.has(record));
    }
    return true;
  };
  const send = (): Promise<boolean> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  const sendAgain = async (): Promise<void> => {
    if (await send()) return;
    await delay(clock, TRY_AGAIN_MS);
    await send();
  };

  return {
    add(records) {
      waiting.push(...records);
      if (waiting.length > MAX_WAITING) {
        log.error({ dropped: waiting.length - MAX_WAITING }, 'the oldest records were dropped');
        waiting = waiting.slice(-MAX_WAITING);
      }
      sendAgain().catch((error: unknown) => log.error({ error: messageOf(error) }, 'records wait'));
    },
    flush: async () => void (await send()),
  };
}
