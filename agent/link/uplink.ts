import { messageOf } from '../../kit/fault.ts';
import type { Outbox, OutboxTopic } from '../state/outbox.ts';
import { nextBatch } from './batch.ts';
import type { Connection } from './connection.ts';

/** Sends the outbox over one connection. */
export interface Uplink {
  /** Something may wait. */
  kick(): void;
  /** Sends no further message; what is unacknowledged stays in the outbox. */
  stop(): void;
}

/** What a person waits for comes first. */
const ORDER: readonly OutboxTopic[] = ['results', 'events', 'activity'];

/**
 * One message in flight a topic; its records leave the outbox when the server has acknowledged them, which it does when they are
 * durable there. So each arrives at least once, and in order within its topic.
 */
export function createUplink(connection: Pick<Connection, 'publish' | 'destroy'>, outbox: Outbox): Uplink {
  const busy = new Set<OutboxTopic>();
  let stopped = false;

  const drain = async (topic: OutboxTopic): Promise<void> => {
    for (;;) {
      const batch = await nextBatch(outbox, topic);
      if (batch === null || stopped) return;
      await connection.publish(topic, batch.payload);
      outbox.remove(batch.rows);
    }
  };

  const begin = (topic: OutboxTopic): void => {
    if (stopped || busy.has(topic)) return;
    if (outbox.peek(topic, { rows: 1, bytes: 0 }).length === 0) return;
    busy.add(topic);
    drain(topic)
      .catch((error: unknown) => {
        stopped = true;
        connection.destroy(`cannot send reports: ${messageOf(error)}`);
      })
      .finally(() => {
        busy.delete(topic);
        // What came in between the last look and here.
        begin(topic);
      });
  };

  return {
    kick() {
      for (const topic of ORDER) begin(topic);
    },
    stop() {
      stopped = true;
    },
  };
}
