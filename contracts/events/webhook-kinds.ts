/** Team chats that a webhook can post to. Their addresses are secret; requests to them are not signed. */
export const CHAT_KINDS = ['slack', 'teams', 'discord', 'google_chat'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

/** Kinds of webhooks: `standard` gets the event as it is, signed (Standard Webhooks 1.0.0). */
export const WEBHOOK_KINDS = ['standard', ...CHAT_KINDS] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Whether a webhook of this kind posts to a team chat. */
export function isChatKind(kind: WebhookKind): kind is ChatKind {
  return kind !== 'standard';
}
