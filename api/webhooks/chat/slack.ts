import { fitted } from './fitted.ts';
import type { ChatMessage } from './message.ts';
import { shrunkBody } from './shrink.ts';

/** Block Kit limits: the text of a header, of a section, and of one of its at most ten fields (characters, docs.slack.dev/reference/block-kit). */
const HEADER_LENGTH = 150;
const SECTION_LENGTH = 3_000;
const FIELD_LENGTH = 2_000;
const MAX_FIELDS = 10;
/** Names of facts are ours, and short. */
const FIELD_NAME_LENGTH = 100;
/** Text of notifications. Slack asks for at most 4,000 characters and cuts at 40,000. */
const FALLBACK_LENGTH = 1_000;
/** Slack publishes no limit of the whole. This is far above what the other limits permit. */
const MAX_BYTES = 100_000;

/**
 * The body for an incoming webhook of Slack. User text cannot mention (`<!channel>`), link or format: `& < >` are escaped, plain text is
 * not parsed, and links are not unfurled.
 */
export function slackBody(message: ChatMessage): string {
  return shrunkBody(message, MAX_BYTES, ({ title, lines, fields }) => ({
    text: fitted(title, FALLBACK_LENGTH, escapeSlack),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: fitted(title, HEADER_LENGTH, escapeSlack), emoji: false },
      },
      ...(lines.length === 0 ? [] : [{ type: 'section', text: markup(listText(lines)) }]),
      ...(fields.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: fields
                .slice(0, MAX_FIELDS)
                .map(({ name, value }) =>
                  markup(`*${name}*\n${fitted(value, FIELD_LENGTH - FIELD_NAME_LENGTH, escapeSlack)}`),
                ),
            },
          ]),
    ],
  }));
}

/** `verbatim`: Slack does not turn look-alike text into links and mentions. */
function markup(text: string): unknown {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** As many whole lines as fit. */
function listText(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const more = `${text === '' ? '' : '\n'}• ${fitted(line, FIELD_LENGTH, escapeSlack)}`;
    if (text.length + more.length > SECTION_LENGTH) break;
    text += more;
  }
  return text;
}

/** docs.slack.dev/messaging/formatting-message-text, "Escaping text": these three and no others. */
function escapeSlack(character: string): string {
  if (character === '&') return '&amp;';
  if (character === '<') return '&lt;';
  return character === '>' ? '&gt;' : character;
}
