import type { ChatPace } from '../../../store/ports/chat-pace.ts';

/** A chat that asks for a longer pause than this has been misread, or is not a chat (ms). */
export const LONGEST_QUIET_MS = 3_600_000;

/**
 * The pace of messages to a chat. After a message, events of its type wait 30 s and are sent as one. Messages of any type keep the distance
 * of the service's rate limit: Slack about one a second, Teams four a second, Google Chat 60 a minute and space. Discord tells its limit
 * only by `Retry-After`; one a second stays below its known limit (5 in 2 s). Recording a thousand deliveries takes about 0.1 s on a busy
 * machine, in which nobody else writes. Of their events, enough are read to fill the list when some name the same device.
 */
export const CHAT_PACE: ChatPace = {
  windowMs: 30_000,
  distanceMs: { slack: 1_000, teams: 250, discord: 1_000, google_chat: 1_000 },
  longestQuietMs: LONGEST_QUIET_MS,
  mostMerged: 1_000,
  shown: 40,
};
