import { fitted } from './fitted.ts';
import type { ChatMessage } from './message.ts';
import type { Tone } from './sentence.ts';

/** Discord, "Create message" and "Embed limits" (characters). */
const CONTENT_LENGTH = 2_000;
const DESCRIPTION_LENGTH = 4_096;
const FIELD_LENGTH = 1_024;
const FIELD_NAME_LENGTH = 256;
const MAX_FIELDS = 25;
/** Limit of all embeds of a message together. We send one of the ten that are allowed. */
const EMBEDS_LENGTH = 6_000;

const COLOURS: Readonly<Record<Tone, number>> = {
  bad: 0xe74c3c,
  warning: 0xe67e22,
  good: 0x2ecc71,
  neutral: 0x3498db,
};

/**
 * The body for a Discord webhook. The title is the content, which notifications show; the rest is one embed. User text cannot mention
 * (`@everyone`, `<@…>`), link or format: its marks are escaped, and mentions are not parsed.
 */
export function discordBody(message: ChatMessage): string {
  const embed = embedOf(message);
  return JSON.stringify({
    content: fitted(message.title, CONTENT_LENGTH, escapeDiscord),
    ...(embed === null ? {} : { embeds: [embed] }),
    allowed_mentions: { parse: [] },
  });
}

/** Null when there is only the title, because Discord refuses an embed without text. */
function embedOf({ lines, fields, tone, at }: ChatMessage): unknown {
  const description = fitLines(lines, DESCRIPTION_LENGTH);
  let left = EMBEDS_LENGTH - description.length;
  const shown: unknown[] = [];
  for (const each of fields.slice(0, MAX_FIELDS)) {
    const name = fitted(each.name, FIELD_NAME_LENGTH, escapeDiscord);
    const value = fitted(each.value, FIELD_LENGTH, escapeDiscord);
    left -= name.length + value.length;
    if (left < 0) break;
    shown.push({ name, value, inline: value.length <= 40 });
  }
  if (description === '' && shown.length === 0) return null;
  return {
    ...(description === '' ? {} : { description }),
    ...(shown.length === 0 ? {} : { fields: shown }),
    color: COLOURS[tone],
    timestamp: at,
  };
}

/** As many whole lines as fit into the limit. */
function fitLines(lines: readonly string[], limit: number): string {
  let text = '';
  for (const line of lines) {
    const more = `${text === '' ? '' : '\n'}• ${fitted(line, FIELD_LENGTH, escapeDiscord)}`;
    if (text.length + more.length > limit) break;
    text += more;
  }
  return text;
}

/** Escapes a character for Discord's Markdown. A backslash disables any punctuation mark; escaping `:` also keeps addresses from becoming links. */
function escapeDiscord(character: string): string {
  return MARKS.has(character) ? `\\${character}` : character;
}

const MARKS = new Set('\\*_~`|<>#-+[](){}@:!&'.split(''));
