import type { OutboxRow, OutboxTopic } from '../state/outbox.ts';

/** The outbox as the link sees it, in this process or in another one. What `remove` and `discard` did is durable when they are done. */
export interface LinkOutbox {
  peek(
    topic: OutboxTopic,
    limits: { readonly rows: number; readonly bytes: number },
  ): Promise<readonly OutboxRow[]> | readonly OutboxRow[];
  remove(rows: readonly OutboxRow[]): Promise<void> | void;
  discard(row: OutboxRow): Promise<void> | void;
}
