import type { OutboxRow, OutboxTopic } from '../state/outbox.ts';

/** The outbox as the link uses it, in this process or in another one. `remove` and `discard` are durable when they are done. */
export interface LinkOutbox {
  peek(
    topic: OutboxTopic,
    limits: { readonly rows: number; readonly bytes: number },
  ): Promise<readonly OutboxRow[]> | readonly OutboxRow[];
  remove(rows: readonly OutboxRow[]): Promise<void> | void;
  discard(row: OutboxRow): Promise<void> | void;
}
