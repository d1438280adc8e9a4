import type { ChatPace } from '../../../store/ports/chat-pace.ts';

/** A chat that asks for more rest than this has been misread, or is none (ms). */
export const LONGEST_QUIET_MS = 3_600_000;

/**
 * How fast a chat is written to. After a message, events of its type wait 30 s and go out as one. Messages of any type keep the distance that the service's
 * rate limit asks for: Slack about one a second, Teams four a second, Google Chat 60 a minute and space. Discord tells its limit only by `Retry-After`: a
 * second keeps clear of what it is known to allow (5 in 2 s). A thousand deliveries are written down in about 0.1 s on a busy machine, in which nobody else
 * writes; of their events, so many are read as can be listed when some name the same device.
 */
export const CHAT_PACE: ChatPace = {
  windowMs: 30_000,
  distanceMs: { slack: 1_000, teams: 250, discord: 1_000, google_chat: 1_000 },
  longestQuietMs: LONGEST_QUIET_MS,
  mostMerged: 1_000,
  shown: 40,
};
