import { messageOf } from '../../kit/fault.ts';
import type { OutboxTopic } from '../state/outbox.ts';
import { nextBatch } from './batch.ts';
import type { Connection } from './connection.ts';
import type { LinkOutbox } from './link-outbox.ts';

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
export function createUplink(
  connection: Pick<Connection, 'publish' | 'destroy'>,
  outbox: LinkOutbox,
): Uplink {
  const busy = new Set<OutboxTopic>();
  /** Asked for while busy: what came in after the last look. */
  const again = new Set<OutboxTopic>();
  let stopped = false;

  const drain = async (topic: OutboxTopic): Promise<void> => {
    for (;;) {
      const batch = await nextBatch(outbox, topic);
      if (batch === null || stopped) return;
      await connection.publish(topic, batch.payload);
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
        stopped = true;
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
    stop() {
      stopped = true;
    },
  };
}
