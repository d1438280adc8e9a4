import { type Dispatcher, errors } from 'undici';
import type { Clock } from '../../../kit/clock.ts';
import { BlockedTarget } from '../../outbound/ssrf-guard.ts';
import type { Answer } from './next-step.ts';

/** One signed request, ready to be sent. */
export interface AttemptRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of one request. */
export interface AttemptResult {
  readonly answer: Answer;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 16 kB, read as UTF-8; null when there was no response. */
  readonly responseBody: string | null;
  /** A word for the delivery log; null = the response is complete. It names no address and no file. */
  readonly error: string | null;
}

export interface AttemptTools {
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  /** For connection, request and response together. */
  readonly timeoutMs: number;
  /** Ends the attempt early; `attempt` then rejects. */
  readonly signal: AbortSignal;
}

/** Bytes of a response body that the delivery log keeps. */
const KEPT_BODY_BYTES = 16_384;

/**
 * Sends one request and reads the answer. Redirects are answers and are not followed. Every failure of the receiver or of the way to it is
 * a result, also a response that breaks off, because the receiver may not have finished its work.
 * @throws the reason of `signal` when it aborts
 */
export async function attempt(
  what: AttemptRequest,
  { clock, dispatcher, timeoutMs, signal }: AttemptTools,
): Promise<AttemptResult> {
  signal.throwIfAborted();
  const startedAt = clock.monotonic();
  const exchange = createExchange();
  const giveUp = (): void => exchange.cut(new Error('given up', { cause: signal.reason }));
  signal.addEventListener('abort', giveUp, { once: true });
  const late = new Error('the time is up');
  const timer = clock.setTimeout(() => exchange.cut(late), timeoutMs);
  const elapsedMs = (): number => Math.round(clock.monotonic() - startedAt);
  try {
    const { origin, pathname, search } = new URL(what.url);
    const { headers, body } = what;
    dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange.handler);
    const { status, retryAfter, kept } = await exchange.response;
    const answer: Answer = { kind: 'response', status, retryAfter };
    return { answer, durationMs: elapsedMs(), responseStatus: status, responseBody: kept, error: null };
  } catch (error) {
    signal.throwIfAborted();
    const timedOut = error === late || isTimeout(error);
    return {
      answer: { kind: timedOut ? 'timeout' : 'unreachable' },
      durationMs: elapsedMs(),
      responseStatus: exchange.status(),
      responseBody: null,
      error: timedOut ? 'timeout' : errorName(error),
    };
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', giveUp);
  }
}

interface Taken {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly kept: string;
}

interface Exchange {
  /** Collects the result of one undici request. It uses neither a stream nor an abort signal, which cost more than the rest of a small request. */
  readonly handler: Dispatcher.DispatchHandler;
  readonly response: Promise<Taken>;
  /** Null before there is a response. */
  status(): number | null;
  /** Ends the request at once, even while it waits for a connection; it is then never sent. */
  cut(reason: Error): void;
}

function createExchange(): Exchange {
  let resolve: (response: Taken) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const response = new Promise<Taken>((...ends) => {
    [resolve, reject] = ends;
  });
  const chunks: Buffer[] = [];
  let size = 0;
  let status: number | null = null;
  let retryAfter: string | null = null;
  let cutFor: Error | null = null;
  let running: Dispatcher.DispatchController | null = null;

  const finish = (): void => {
    if (status !== null) resolve({ status, retryAfter, kept: firstText(chunks, size) });
  };
  return {
    response,
    status: () => status,
    cut(reason) {
      cutFor = reason;
      reject(reason);
      running?.abort(reason);
    },
    handler: {
      onRequestStart(controller) {
        running = controller;
        if (cutFor !== null) controller.abort(cutFor);
      },
      onResponseStart(_controller, statusCode, headers) {
        // An interim response (RFC 9110 section 15.2): the final one follows.
        if (statusCode < 200) return;
        status = statusCode;
        retryAfter = single(headers['retry-after']);
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size < KEPT_BODY_BYTES) return;
        finish();
        // Ended early, so that an endless response costs no more.
        controller.abort(new Error('enough is kept'));
      },
      onResponseEnd: finish,
      onResponseError: (_controller, error) => reject(error),
    },
  };
}

function firstText(chunks: readonly Buffer[], size: number): string {
  if (size === 0) return '';
  const kept = Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES);
  // Decoded as a stream: a character that the limit cuts in two is left out, not replaced.
  return new TextDecoder().decode(kept, { stream: size >= KEPT_BODY_BYTES });
}

function single(header: string | string[] | undefined): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value?.trim() ?? null;
}

function isTimeout(error: unknown): boolean {
  return error instanceof errors.ConnectTimeoutError || codeOf(error) === 'ETIMEDOUT';
}

/**
 * The code of socket and TLS errors, which says enough and reveals nothing internal. An error without a code gets a name that fits its
 * meaning for the reader.
 */
function errorName(error: unknown): string {
  if (error instanceof BlockedTarget) return 'blocked_address';
  return codeOf(error)?.toLowerCase() ?? 'network_error';
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried; the first failure represents all.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}
