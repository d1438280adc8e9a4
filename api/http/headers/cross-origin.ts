import type { FastifyReply, FastifyRequest } from 'fastify';

/** Header fields that scripts of other origins may read beside the simple ones. */
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

/** Browsers keep no answer of a preflight longer (Chromium: 2 hours, seconds). */
const PREFLIGHT_SECONDS = '7200';

/**
 * Cross-origin resource sharing (Fetch standard, section 3.2) for exactly the listed origins; without any, no answer says a word of it. Cookies are
 * not let through: a script of another origin brings its key.
 */
export function createCrossOrigin(
  origins: readonly string[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const listed = new Set(origins);
  return (request, reply) => {
    if (listed.size === 0) return;
    // The answer depends on who asks, also when it tells nothing.
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
