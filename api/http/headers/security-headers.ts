/**
 * Security header fields of every answer of the API: the answer is not a page, runs nothing, cannot be framed, and sends no referrer. Pages
 * (dashboard, explorer) have their own fields.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Half a year (RFC 6797). Subdomains are not included, because they may be other machines of the school. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=15552000' } as const;
