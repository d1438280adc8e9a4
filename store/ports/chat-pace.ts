import type { ChatKind } from '../../contracts/events/webhook-kinds.ts';

/** How claims for team chats are made. */
export interface ChatPace {
  /** After a message about one type of event, the next about that type waits this long (ms). */
  readonly windowMs: number;
  /** Between two messages of any type to one chat (ms). */
  readonly distanceMs: Readonly<Record<ChatKind, number>>;
  /** The longest hold of a chat (ms): one that ends later was made by a wrong clock. */
  readonly longestQuietMs: number;
  /** How many deliveries one message joins; the rest become the next message. */
  readonly mostMerged: number;
  /** How many events a message shows in full. */
  readonly shown: number;
}
