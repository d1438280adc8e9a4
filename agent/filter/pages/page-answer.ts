import { CONTENT_SECURITY_POLICY } from './page-frame.ts';

/** What a page answers, ready to be written. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a client wants to be told. */
export type PageFormat = 'html' | 'json' | 'text';

/** What a client takes, by its `Accept`: browsers name HTML where they show pages, and scripts what they can read. */
export function formatOf(accept: string | undefined): PageFormat {
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
