import type { ChatKind } from '../../contracts/events/webhook-kinds.ts';

/** How claims for team chats are made. */
export interface ChatPace {
  /** After a message about one type of event, the next about it waits so long (ms). */
  readonly windowMs: number;
  /** Between two messages of any type to one chat (ms). */
  readonly distanceMs: Readonly<Record<ChatKind, number>>;
  /** No chat is left alone for longer than this (ms): a hold that ends later was made by a clock that was wrong. */
  readonly longestQuietMs: number;
  /** So many deliveries become one message; the rest becomes the next one. */
  readonly mostMerged: number;
  /** So many events of a message are given whole. */
  readonly shown: number;
}
