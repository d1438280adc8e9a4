import type { ChatKind } from '../../../contracts/events/webhook-kinds.ts';
import type { AttemptRequest } from '../sending/attempt.ts';
import { discordBody } from './discord.ts';
import { googleChatBody, googleChatUrl } from './google-chat.ts';
import { type Batch, chatMessage } from './message.ts';
import { slackBody } from './slack.ts';
import { teamsBody } from './teams.ts';

/** The request that posts events of one type to a chat. It is not signed, because the address is the secret. @param url the whole address */
export function chatRequest(kind: ChatKind, url: string, batch: Batch): AttemptRequest {
  return {
    url: kind === 'google_chat' ? googleChatUrl(url) : url,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: chatBody(kind, batch),
  };
}

/** The body of such a request. */
export function chatBody(kind: ChatKind, batch: Batch): string {
  const message = chatMessage(batch);
  switch (kind) {
    case 'slack':
      return slackBody(message);
    case 'teams':
      return teamsBody(message);
    case 'discord':
      return discordBody(message);
    case 'google_chat':
      return googleChatBody(message);
  }
}
