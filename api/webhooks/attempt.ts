import { type Dispatcher, errors, request } from 'undici';
import type { Clock } from '../../kit/clock.ts';
import { BlockedTarget } from './ssrf-guard.ts';
import type { Answer } from './verdict.ts';

/** One signed request, ready to be sent. */
export interface AttemptRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What one request came to. */
export interface AttemptResult {
  readonly answer: Answer;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 16 kB, read as UTF-8; null when there was no response. */
  readonly responseBody: string | null;
  /** A word for the delivery log; null when there was a whole response. It names no address and no file. */
  readonly error: string | null;
}

export interface AttemptTools {
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  /** For connection, request and response together. */
  readonly timeoutMs: number;
  /** Ends the attempt early; it then rejects. */
  readonly signal: AbortSignal;
}

/** The delivery log keeps this much of a response body (bytes). */
const KEPT_BODY_BYTES = 16_384;

/**
 * Sends one request and reads the answer; redirects are answers, not followed. Every way in which the receiver or the way to it can fail is a
 * result, also a response that breaks off: the receiver may not have come to its end. @throws the reason of `signal` when it aborts
 */
export async function attempt(
  what: AttemptRequest,
  { clock, dispatcher, timeoutMs, signal }: AttemptTools,
): Promise<AttemptResult> {
  signal.throwIfAborted();
  const startedAt = clock.monotonic();
  // Not AbortSignal.any: `signal` lives as long as the server, and would collect a dependent for every attempt.
  const aborter = new AbortController();
  const giveUp = (): void => aborter.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  let late = false;
  const timer = clock.setTimeout(() => {
    late = true;
    aborter.abort();
  }, timeoutMs);
  const elapsedMs = (): number => Math.round(clock.monotonic() - startedAt);
  let responseStatus: number | null = null;
  try {
    const response = await request(what.url, {
      method: 'POST',
      headers: what.headers,
      body: what.body,
      dispatcher,
      signal: aborter.signal,
    });
    responseStatus = response.statusCode;
    const responseBody = await firstBytes(response.body);
    const answer: Answer = {
      kind: 'response',
      status: responseStatus,
      retryAfter: single(response.headers['retry-after']),
    };
    return { answer, durationMs: elapsedMs(), responseStatus, responseBody, error: null };
  } catch (error) {
    signal.throwIfAborted();
    const timedOut = late || isTimeout(error);
    return {
      answer: { kind: timedOut ? 'timeout' : 'unreachable' },
      durationMs: elapsedMs(),
      responseStatus,
      responseBody: null,
      error: timedOut ? 'timeout' : errorName(error),
    };
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', giveUp);
  }
}

/** Reads until enough is kept; leaving the loop early ends the response, so that an endless one costs no more. */
async function firstBytes(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a response body comes in bytes');
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BODY_BYTES) break;
  }
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES);
  // As a stream: a character that the limit cuts in two is left out, not replaced.
  return new TextDecoder().decode(kept, { stream: size >= KEPT_BODY_BYTES });
}

function single(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value?.trim() ?? null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof errors.ConnectTimeoutError || codeOf(error) === 'ETIMEDOUT';
}

/** Codes of sockets and TLS say enough and nothing of our insides; what has none is named by what it is to the reader. */
function errorName(error: unknown): string {
  if (error instanceof BlockedTarget) return 'blocked_address';
  return codeOf(error)?.toLowerCase() ?? 'network_error';
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried; the first failure stands for all.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}
