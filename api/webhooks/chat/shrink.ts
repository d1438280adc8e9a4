import type { ChatMessage } from './message.ts';

/** The body of a message, kept below a number of bytes of UTF-8. What does not fit is removed from the end, facts first, then names. The title always stays. */
export function shrunkBody(
  message: ChatMessage,
  maxBytes: number,
  bodyOf: (message: ChatMessage) => unknown,
): string {
  let shown = message;
  for (;;) {
    const body = JSON.stringify(bodyOf(shown));
    if (Buffer.byteLength(body) <= maxBytes) return body;
    if (shown.fields.length > 0) shown = { ...shown, fields: shown.fields.slice(0, -1) };
    else if (shown.lines.length > 0) shown = { ...shown, lines: shown.lines.slice(0, -1) };
    else return body;
  }
}
