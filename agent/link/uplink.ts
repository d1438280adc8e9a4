import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { OutboxTopic } from '../state/outbox.ts';
import { nextBatch } from './batch.ts';
import { type Connection, HeldBack } from './connection.ts';
import type { LinkOutbox } from './link-outbox.ts';

/** Sends the outbox over one connection. */
export interface Uplink {
  /** Something may wait. */
  kick(): void;
  /** Sends no further message; what is unacknowledged stays in the outbox. */
  stop(): void;
}

/** The order in which topics are sent: what a person waits for comes first. */
const ORDER: readonly OutboxTopic[] = ['results', 'events', 'activity'];

/** Pauses after a server did not take a batch. It has no room now and may have some in a minute; the random part keeps a fleet from coming at once. */
const HELD_BACK: BackoffPolicy = { firstMs: 60_000, factor: 2, ceilingMs: 600_000, jitter: 0.5 };

/**
 * Sends one message of each topic at a time. Its records leave the outbox when the server has acknowledged them, which it does when they are durable
 * there. So each record arrives at least once, and in order within its topic. A topic that the server does not take now waits for a minute or longer,
 * and the others go on.
 */
export function createUplink({
  connection,
  outbox,
  clock,
  random,
}: {
  readonly connection: Pick<Connection, 'publish' | 'destroy'>;
  readonly outbox: LinkOutbox;
  readonly clock: Clock;
  readonly random: Random;
}): Uplink {
  const busy = new Set<OutboxTopic>();
  /** Topics for which `kick` was called while they were busy, so that they are looked at again. */
  const again = new Set<OutboxTopic>();
  const stopping = new AbortController();
  let stopped = false;

  const stop = (): void => {
    stopped = true;
    stopping.abort();
  };

  const drain = async (topic: OutboxTopic): Promise<void> => {
    for (let heldBack = 0; ; ) {
      const batch = await nextBatch(outbox, topic);
      if (batch === null || stopped) return;
      try {
        await connection.publish(topic, batch.payload);
      } catch (error) {
        if (!(error instanceof HeldBack)) throw error;
        await delay(clock, backoffDelay(HELD_BACK, heldBack, random), stopping.signal);
        heldBack += 1;
        continue;
      }
      heldBack = 0;
      await outbox.remove(batch.rows);
    }
  };

  const begin = (topic: OutboxTopic): void => {
    if (stopped) return;
    if (busy.has(topic)) {
      again.add(topic);
      return;
    }
    busy.add(topic);
    drain(topic)
      .catch((error: unknown) => {
        stop();
        connection.destroy(`cannot send reports: ${messageOf(error)}`);
      })
      .finally(() => {
        busy.delete(topic);
        if (again.delete(topic)) begin(topic);
      });
  };

  return {
    kick() {
      for (const topic of ORDER) begin(topic);
    },
    stop,
  };
}
