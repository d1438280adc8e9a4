const LONGEST_WAIT_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const PASSING = [408, 429, 500, 502, 503, 504];

/** How an attempt failed: the refusing answer, or no answer. */
export type Failure = { readonly status: number; readonly code: string | null } | 'network';

/**
 * Whether a request may be sent again after a failed attempt, so that nothing is done twice. GET and DELETE may always be repeated, POST
 * with an idempotency key, and PATCH only when the server has surely not processed it.
 */
export function mayRepeat(
  { method, hasIdempotencyKey }: { readonly method: string; readonly hasIdempotencyKey: boolean },
  failure: Failure,
): boolean {
  if (failure !== 'network' && !passes(failure)) return false;
  if (method === 'POST') return hasIdempotencyKey;
  if (method === 'PATCH') return failure !== 'network' && (failure.status === 429 || failure.status === 503);
  return true;
}

function passes({ status, code }: Exclude<Failure, 'network'>): boolean {
  return PASSING.includes(status) || (status === 409 && code === 'idempotency_in_progress');
}

/**
 * Milliseconds until the next attempt; null = longer than a caller should wait.
 * @param retries how often the call was tried again before
 * @param random from 0 to 1
 */
export function pauseBefore(retries: number, retryAfterMs: number | null, random: number): number | null {
  if (retryAfterMs !== null) return retryAfterMs > LONGEST_WAIT_MS ? null : retryAfterMs;
  return Math.round(Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS) * (0.75 + random / 4));
}

/** Milliseconds that `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3); null = absent or malformed. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
