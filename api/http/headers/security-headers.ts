/**
 * What every answer of the API tells browsers: it is no page, nothing in it runs, nobody frames it, and its address is told to nobody. Pages (dashboard, explorer)
 * have their own.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** Half a year (RFC 6797); not for names below, which may be other machines of the school. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=15552000' } as const;
