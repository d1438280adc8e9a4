import type { Language } from '../../../contracts/languages.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../../../words/language.ts';
import { CONTENT_SECURITY_POLICY } from './page-frame.ts';

/** What a page answers, ready to be written. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The form in which a client wants its answer. */
export type PageFormat = 'html' | 'json' | 'text';

/** Who reads a page: in which form and language. */
export interface Reader {
  readonly format: PageFormat;
  readonly language: Language;
}

/** The reader when a program asks for a tunnel: no person sees the answer. */
export const PROGRAM: Reader = { format: 'text', language: DEFAULT_LANGUAGE };

/** Reads what a client says of itself in its request. */
export function readerOf(headers: {
  readonly accept?: string | undefined;
  readonly 'accept-language'?: string | undefined;
}): Reader {
  return { format: formatOf(headers.accept), language: languageOf(headers['accept-language']) };
}

/** What a client takes, by its `Accept`: browsers name HTML where they show pages, and scripts what they can read. */
function formatOf(accept: string | undefined): PageFormat {
  if (accept === undefined) return 'text';
  if (/\btext\/html\b|\bapplication\/xhtml\+xml\b/i.test(accept)) return 'html';
  return /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept) ? 'json' : 'text';
}

const SHARED_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  // Not "no-referrer": with it a browser sends `Origin: null` with our own form.
  'referrer-policy': 'same-origin',
  'content-security-policy': CONTENT_SECURITY_POLICY,
} as const;

const TYPES: Readonly<Record<PageFormat, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/problem+json',
  text: 'text/plain; charset=utf-8',
};

/** An answer of ours: never kept, never framed, never read by other origins. */
export function pageAnswer(
  status: number,
  format: PageFormat,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer {
  return { status, headers: { ...SHARED_HEADERS, 'content-type': TYPES[format], ...headers }, body };
}
