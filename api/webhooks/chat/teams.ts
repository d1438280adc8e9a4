import type { ChatMessage } from './message.ts';
import type { Tone } from './sentence.ts';
import { shrunkBody } from './shrink.ts';

/** Teams refuses a webhook message of 28 kB (Microsoft, "Limits and specifications for Teams"); taken as thousands to be safe. */
const MAX_BYTES = 28_000;

const COLOURS: Readonly<Record<Tone, string>> = {
  bad: 'Attention',
  warning: 'Warning',
  good: 'Good',
  neutral: 'Default',
};

/**
 * The body for the Workflows trigger "When a Teams webhook request is received": a message with one Adaptive Card 1.4. All text is in
 * `RichTextBlock`s, which know no Markdown (Microsoft, "Text features"), so that user text needs no escaping and cannot link or mention.
 */
export function teamsBody(message: ChatMessage): string {
  return shrunkBody(message, MAX_BYTES, ({ title, lines, fields, tone }) => ({
    type: 'message',
    summary: title,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'full' },
          fallbackText: title,
          body: [
            richText([run(title, { weight: 'Bolder', size: 'Large', color: COLOURS[tone] })]),
            ...lines.map((line) => richText([run(`• ${line}`)])),
            ...fields.map(({ name, value }) =>
              richText([run(`${name}: `, { weight: 'Bolder' }), run(value)]),
            ),
          ],
        },
      },
    ],
  }));
}

function richText(inlines: readonly unknown[]): unknown {
  return { type: 'RichTextBlock', inlines };
}

function run(text: string, style: Readonly<Record<string, string>> = {}): unknown {
  return { type: 'TextRun', text, ...style };
}
