import type { FastifyReply, FastifyRequest } from 'fastify';

/** Response header fields that scripts of other origins may read, beside the safelisted ones. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Link',
  'Location',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Preference-Applied',
  'Deprecation',
  'Sunset',
].join(', ');

const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
  'Traceparent',
].join(', ');

/** How long a browser may cache a preflight answer (seconds). Browsers cap it; Chromium at 2 hours. */
const PREFLIGHT_SECONDS = '7200';

/**
 * Cross-origin resource sharing (Fetch standard, section 3.2) for exactly the listed origins. Without listed origins no CORS field is sent.
 * Cookies are not allowed: a script of another origin must send a key.
 */
export function createCrossOrigin(
  origins: readonly string[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const listed = new Set(origins);
  return (request, reply) => {
    if (listed.size === 0) return;
    // The answer depends on the origin of the request, also when no CORS field is sent.
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !listed.has(origin)) return;
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
    } else reply.header('access-control-expose-headers', EXPOSED);
  };
}
