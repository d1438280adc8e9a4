import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../../../kit/fault.ts';

/** Longest values of the header fields that calls read (characters). The OpenAPI document states the same limits. */
export const HEADER_LIMITS = {
  'if-match': 1_000,
  'if-none-match': 1_000,
  prefer: 100,
  'last-event-id': 100,
} as const;

/** @throws Fault validation_failed for a header field that is longer than the document allows */
export function checkHeaderLengths(headers: IncomingHttpHeaders): void {
  for (const [name, limit] of Object.entries(HEADER_LIMITS)) {
    const length = String(headers[name] ?? '').length;
    if (length <= limit) continue;
    const detail = `"${name}" may have at most ${limit} characters.`;
    throw new Fault('validation_failed', detail, {
      extras: { errors: [{ in: 'header', parameter: name, code: 'maxLength', detail }] },
    });
  }
}
