import { fitted } from './fitted.ts';
import type { ChatMessage } from './message.ts';
import { shrunkBody } from './shrink.ts';

/** Google Chat refuses a message of more than 32,000 bytes, cards included. */
const MAX_BYTES = 32_000;
/** Limit of one widget: far below that of the message, and more than our facts need. */
const TEXT_LENGTH = 2_000;
/** Replies in the thread of the key, and starts a thread when there is none. Without this option the key is ignored. */
const REPLY_OPTION = ['messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD'] as const;

/** The body for an incoming webhook of Google Chat: the title as text, the rest as a card. */
export function googleChatBody(message: ChatMessage): string {
  return shrunkBody(message, MAX_BYTES, ({ id, title, thread, lines, fields }) => {
    const widgets = [
      ...(lines.length === 0
        ? []
        : [{ textParagraph: { text: lines.map((line) => `• ${inCard(line)}`).join('<br>') } }]),
      ...fields.map(({ name, value }) => ({
        decoratedText: { topLabel: name, text: inCard(value), wrapText: true },
      })),
    ];
    return {
      text: fitted(title, TEXT_LENGTH, inText),
      thread: { threadKey: thread },
      ...(widgets.length === 0 ? {} : { cardsV2: [{ cardId: id, card: { sections: [{ widgets }] } }] }),
    };
  });
}

/** The address to post to, with the option that makes threads work. Key and token stay unchanged. */
export function googleChatUrl(url: string): string {
  const target = new URL(url);
  target.searchParams.set(...REPLY_OPTION);
  return target.href;
}

/** Escapes text for a card, which is read as simple HTML. */
function inCard(text: string): string {
  return fitted(text, TEXT_LENGTH, (character) => {
    if (character === '&') return '&amp;';
    if (character === '<') return '&lt;';
    return character === '>' ? '&gt;' : character;
  });
}

/** Message text has no escape. `<users/all>` and `<https://…|words>` get look-alike brackets instead. */
function inText(character: string): string {
  if (character === '<') return '‹';
  return character === '>' ? '›' : character;
}
