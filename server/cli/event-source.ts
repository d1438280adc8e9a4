import { type Dispatcher, request } from 'undici';
import type { EventBody } from '../../contracts/events/catalogue.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { Random } from '../../kit/random.ts';

/** The events of a running server, by its pull cursor. */
export interface EventSource {
  /** The sequence of the newest event; 0 when there is none. */
  newest(): Promise<number>;
  /** The events after a sequence, in order, as they happen; ends when the signal aborts. */
  behind(sequence: number): AsyncGenerator<EventBody, void, void>;
}

export interface EventSourceParts {
  readonly server: URL;
  readonly key: string;
  /** Only events that one of these names (`device.*`); `*` = all. */
  readonly filters: readonly string[];
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Called with a sentence when reading fails, and again when it works. */
  note(sentence: string): void;
}

/** One look a second is one sixteenth of an Enterprise key's rate, and soon enough to work with. */
const POLL_MS = 1_000;
const PAGE_LIMIT = 100;
const REQUEST_TIMEOUT_MS = 30_000;
/** After a failure: half a second, doubled up to ten seconds, less up to a quarter. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
const RETRY_JITTER = 0.25;

/** As the parameters of `GET /v1/events`. */
interface Query {
  readonly after?: number | undefined;
  readonly limit: number;
  readonly type?: readonly string[];
  readonly sort?: '-sequence';
}

interface Page {
  readonly events: readonly EventBody[];
  readonly hasMore: boolean;
}

/** Rejects with an OperatorError for what waiting does not change: a key that is refused, and an address that is no server. */
export function createEventSource(parts: EventSourceParts): EventSource {
  const { clock, signal, note } = parts;

  /** Asks until there is an answer. Null when it was stopped. */
  const ask = async (query: Query): Promise<Page | null> => {
    let failures = 0;
    let after = query.after;
    while (!signal.aborted) {
      const answer = await askOnce(parts, { ...query, after });
      switch (answer.kind) {
        case 'page':
          if (failures > 0) note('The server answers again.');
          return answer.page;
        case 'expired':
          note(`Events up to ${answer.oldestSequence - 1} are no longer kept; going on from there.`);
          after = answer.oldestSequence - 1;
          break;
        case 'failed':
          if (failures === 0) note(`${answer.why} Trying again.`);
          await delay(clock, answer.waitMs ?? retryMs(failures, parts.random), signal);
          failures += 1;
      }
    }
    return null;
  };

  return {
    async newest() {
      const page = await ask({ limit: 1, sort: '-sequence' });
      return page?.events[0]?.sequence ?? 0;
    },
    async *behind(sequence) {
      let after = sequence;
      while (!signal.aborted) {
        const page = await ask({ after, limit: PAGE_LIMIT, type: parts.filters });
        if (page === null) return;
        for (const event of page.events) {
          if (signal.aborted) return;
          yield event;
          after = event.sequence;
        }
        if (!page.hasMore) await delay(clock, POLL_MS, signal);
      }
    },
  };
}

type Answer =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'expired'; readonly oldestSequence: number }
  | { readonly kind: 'failed'; readonly why: string; readonly waitMs: number | null };

async function askOnce(
  { server, key, dispatcher, signal, clock }: EventSourceParts,
  query: Query,
): Promise<Answer> {
  const url = new URL('v1/events', server);
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) url.searchParams.append(name, String(each));
  const aborter = new AbortController();
  const giveUp = (): void => aborter.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  const timer = clock.setTimeout(giveUp, REQUEST_TIMEOUT_MS);
  try {
    const response = await request(url, {
      dispatcher,
      signal: aborter.signal,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    });
    const text = await response.body.text();
    const retryAfter = response.headers['retry-after'];
    return read(response.statusCode, text, typeof retryAfter === 'string' ? retryAfter : null, server);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return { kind: 'failed', why: `${server.origin} does not answer (${messageOf(error)}).`, waitMs: null };
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', giveUp);
  }
}

function read(status: number, text: string, retryAfter: string | null, server: URL): Answer {
  const body = parsed(text);
  if (status === 200 && isPage(body))
    return { kind: 'page', page: { events: body.data, hasMore: body.hasMore } };
  if (status === 410 && hasOldest(body)) return { kind: 'expired', oldestSequence: body.oldestSequence };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter ?? Number.NaN);
    const waitMs = seconds > 0 ? Math.min(seconds, 60) * 1_000 : null;
    return { kind: 'failed', why: `${server.origin} answers ${status}.`, waitMs };
  }
  throw new OperatorError(
    `${server.origin} does not give its events: ${detailOf(body) ?? `it answers ${status}, which is no Schoolgate’s answer`}. It takes the address of a running Schoolgate and a key with the scope webhooks:manage.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It is not our API that answers; the status shows it.
    return null;
  }
}

function isPage(body: unknown): body is { readonly data: readonly EventBody[]; readonly hasMore: boolean } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'data' in body &&
    Array.isArray(body.data) &&
    'hasMore' in body &&
    typeof body.hasMore === 'boolean'
  );
}

function hasOldest(body: unknown): body is { readonly oldestSequence: number } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'oldestSequence' in body &&
    Number.isSafeInteger(body.oldestSequence)
  );
}

function detailOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  return typeof body.detail === 'string' ? body.detail.replace(/\.$/, '') : null;
}

function retryMs(failures: number, random: Random): number {
  const base = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS);
  return base * (1 - RETRY_JITTER * random.fraction());
}
