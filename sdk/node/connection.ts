import {
  ApiError,
  CallTimeoutError,
  NetworkError,
  NotFoundError,
  refusalError,
  SchoolgateError,
  ServerError,
  UnexpectedAnswerError,
} from './errors.ts';
import type { Attempt, CallOptions, Hooks, Ports } from './options.ts';
import type { Request } from './request.ts';
import { type Failure, mayRepeat, pauseBefore, readRetryAfter } from './retry.ts';

/** The largest body that is read (bytes). Lists of the API are far smaller. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The state of a key in its window of 60 seconds, from the last answer. */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number;
  readonly remaining: number;
  /** When `remaining` next grows. */
  readonly reset: Date;
}

/** A successful answer of the server, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ConnectionSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Sent with every request. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** With a session: sent with calls that change something. */
  readonly csrfToken: () => string | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly hooks: Hooks;
  readonly ports: Ports;
}

/** Sends requests to one server, repeats them where that is safe, and turns failures into errors. */
export class Connection {
  readonly #settings: ConnectionSettings;
  #rateLimit: RateLimit | null = null;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  get rateLimit(): RateLimit | null {
    return this.#rateLimit;
  }

  /** Waits in the same way as before a retry. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#settings.ports.sleep(ms, signal);
  }

  now(): number {
    return this.#settings.ports.now();
  }

  /** @throws SchoolgateError of the kind that fits, or the reason of the caller's signal */
  async send(request: Request, options: CallOptions): Promise<Answer> {
    const deadline = this.now() + (options.timeoutMs ?? this.#settings.timeoutMs) + request.waitMs;
    let mayHaveWorked = false;
    for (let retries = 0; ; retries += 1) {
      const outcome = await this.#attempt(request, deadline, retries + 1, options.signal);
      if (!(outcome instanceof Error)) return outcome;
      // An earlier attempt, whose answer was lost, has deleted the resource.
      if (request.method === 'DELETE' && mayHaveWorked && outcome instanceof NotFoundError)
        return { status: 204, headers: new Headers(), text: '' };
      const pause = this.#pauseAfter(request, outcome, retries);
      if (pause === null || this.now() + pause >= deadline) throw outcome;
      mayHaveWorked ||= outcome instanceof NetworkError || outcome instanceof ServerError;
      this.#tell('onRetry', { ...this.#named(request, retries + 1), waitMs: pause, error: outcome });
      await this.sleep(pause, options.signal);
    }
  }

  /** Milliseconds until the next attempt; null = no further attempt. */
  #pauseAfter({ method, headers }: Request, error: Error, retries: number): number | null {
    const failure = failureOf(error);
    const hasIdempotencyKey = headers['idempotency-key'] !== undefined;
    if (failure === null || retries >= this.#settings.maxRetries) return null;
    if (!mayRepeat({ method, hasIdempotencyKey }, failure)) return null;
    const seconds = error instanceof ApiError ? error.retryAfter : null;
    return pauseBefore(retries, seconds === null ? null : seconds * 1_000, this.#settings.ports.random());
  }

  /** Makes one attempt. It gives the answer, or the error of the call if no further attempt follows. */
  async #attempt(
    request: Request,
    deadline: number,
    attempt: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer | Error> {
    const { headers, csrfToken, ports } = this.#settings;
    const named = this.#named(request, attempt);
    const token = request.method === 'GET' ? undefined : csrfToken();
    const inTime = AbortSignal.timeout(Math.max(0, Math.ceil(deadline - ports.now())));
    const began = ports.now();
    this.#tell('onRequest', named);
    try {
      const response = await ports.fetch(named.url, {
        method: request.method,
        headers: {
          ...headers(),
          ...request.headers,
          ...(token === undefined ? {} : { 'x-csrf-token': token }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        redirect: 'manual',
        credentials: 'same-origin',
        signal: signal === undefined ? inTime : AbortSignal.any([signal, inTime]),
      });
      const text = await readText(response);
      this.#tell('onResponse', {
        ...named,
        status: response.status,
        requestId: response.headers.get('x-request-id'),
        durationMs: ports.now() - began,
      });
      return this.#judge(response, text);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof SchoolgateError) return error;
      if (inTime.aborted)
        return new CallTimeoutError(`${request.method} ${named.url} was not answered in time.`, {
          cause: error,
        });
      return new NetworkError(`${request.method} ${named.url} failed: ${reasonOf(error)}`, { cause: error });
    }
  }

  #judge({ status, headers }: Response, text: string): Answer | Error {
    this.#rateLimit = readRateLimit(headers) ?? this.#rateLimit;
    if (status >= 200 && status < 300) return { status, headers, text };
    if (status < 400)
      return new UnexpectedAnswerError(`The server answered with a redirect (${status}).`, { status });
    const waitMs = readRetryAfter(headers.get('retry-after'), this.#settings.ports.now());
    const retryAfter = waitMs === null ? null : waitMs / 1_000;
    return refusalError({ status, headers, problem: readProblem(text), retryAfter });
  }

  #named({ method, path }: Request, attempt: number): Attempt {
    return { method, url: this.#settings.baseUrl + path, attempt };
  }

  #tell<Name extends keyof Hooks>(name: Name, told: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    try {
      (this.#settings.hooks[name] as ((told: unknown) => void) | undefined)?.(told);
    } catch {
      // A failing log hook must not fail the call.
    }
  }
}

/** The failure, if a further attempt may succeed; null = it cannot. */
function failureOf(error: Error): Failure | null {
  if (error instanceof ApiError) return { status: error.status, code: error.code };
  return error instanceof NetworkError ? 'network' : null;
}

/** The real reason of a failed fetch, which is in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function readProblem(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readRateLimit(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? Number.NaN : Number(value);
  });
  if (limit === undefined || remaining === undefined || reset === undefined) return null;
  if (Number.isNaN(limit + remaining + reset)) return null;
  return { limit, remaining, reset: new Date(reset * 1_000) };
}

async function readText({ body, status }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new UnexpectedAnswerError(`The answer is larger than ${MOST_BYTES} bytes.`, { status });
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
