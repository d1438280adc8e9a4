import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import { type AnswerCache, ageSeconds, isFresh, isServable } from './answer-cache.ts';
import { RCODE } from './message.ts';
import type { Place } from './place.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { type DnsQuestion, upstreamQuery } from './upstream-query.ts';
import type { UpstreamScope, UpstreamSet } from './upstream-set.ts';

/** What came of a question. */
export interface Forwarded {
  /** Null = nobody answered. */
  readonly answer: UpstreamAnswer | null;
  readonly ageSeconds: number;
  /** Whether the answer is past its TTL, because no newer one could be had (RFC 8767). */
  readonly isStale: boolean;
}

type Done = (forwarded: Forwarded) => void;

/** Questions under way at once. */
const MAX_FLIGHTS = 4_096;
/** How many questions wait for one answer. A query that comes back to us would wait for itself, and must not gather others without end. */
const MAX_WAITERS = 256;
/**
 * After a failure the question is not asked again for this long, so that a name on which all resolvers fail makes no load (RFC 2308 section 7 allows
 * five minutes).
 */
const FAILURE_MS = 1_000;
const MAX_FAILURES = 1_000;

/** The longest TTL of an answer that did not come from the first resolver, so that the first one is asked again soon (seconds). */
const FALLBACK_SECONDS = 60;

const NOTHING: Forwarded = { answer: null, ageSeconds: 0, isStale: false };

export interface ForwarderDependencies {
  readonly upstreams: Pick<UpstreamSet, 'ask'>;
  readonly cache: AnswerCache;
  readonly place: Pick<Place, 'generation'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers from the cache or asks the upstreams. Equal questions share one query. What was learnt in another network is forgotten. */
export class Forwarder {
  readonly #deps: ForwarderDependencies;
  readonly #flights = new Map<string, Done[]>();
  readonly #failedAt = new Map<string, number>();
  #generation = 0;
  cacheHits = 0;
  staleAnswers = 0;

  constructor(deps: ForwarderDependencies) {
    this.#deps = deps;
  }

  /** Calls back once, at once when the answer is known. */
  ask(question: DnsQuestion, scope: UpstreamScope, done: Done): void {
    const { cache, clock } = this.#deps;
    this.#settle();
    const key = keyOf(question, scope, this.#generation);
    const now = clock.monotonic();
    const cached = cache.get(key);
    if (cached !== undefined && isFresh(cached, now)) {
      this.cacheHits += 1;
      done({ answer: cached.answer, ageSeconds: ageSeconds(cached, now), isStale: false });
      return;
    }
    const waiters = this.#flights.get(key);
    if (waiters === undefined) this.#start(key, { question, scope, now }, done);
    else if (waiters.length < MAX_WAITERS) waiters.push(done);
    else done(NOTHING);
  }

  /** Forgets everything after a change of the network. Answers that are under way still reach their askers, but are not cached. */
  #settle(): void {
    const generation = this.#deps.place.generation();
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#deps.cache.clear();
    this.#failedAt.clear();
  }

  #start(
    key: string,
    {
      question,
      scope,
      now,
    }: { readonly question: DnsQuestion; readonly scope: UpstreamScope; readonly now: number },
    done: Done,
  ): void {
    const isFailing = now - (this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FAILURE_MS;
    if (isFailing || this.#flights.size >= MAX_FLIGHTS) {
      done(this.#stale(key) ?? NOTHING);
      return;
    }
    this.#flights.set(key, [done]);
    this.#fly(key, question, scope).catch((error: unknown) => {
      this.#deps.log.error({ error: messageOf(error) }, 'a look-up failed in a way that none should');
      this.#land(key, NOTHING);
    });
  }

  async #fly(key: string, question: DnsQuestion, scope: UpstreamScope): Promise<void> {
    const { upstreams, cache, clock } = this.#deps;
    const query = upstreamQuery(question);
    const generation = this.#generation;
    const { answer, isFallback } =
      query === null
        ? { answer: null, isFallback: false }
        : await upstreams.ask(query, scope, () => this.#relieve(key));
    this.#settle();
    const isHere = generation === this.#generation;
    const isGood = answer !== null && (answer.rcode === RCODE.noError || answer.rcode === RCODE.nxDomain);
    if (isGood) {
      const lifeSeconds = isFallback ? Math.min(answer.lifeSeconds, FALLBACK_SECONDS) : answer.lifeSeconds;
      if (isHere && lifeSeconds > 0) cache.set(key, { ...answer, lifeSeconds }, clock.monotonic());
      this.#failedAt.delete(key);
      this.#land(key, { answer, ageSeconds: 0, isStale: false });
      return;
    }
    if (this.#failedAt.size >= MAX_FAILURES) this.#failedAt.clear();
    if (isHere) this.#failedAt.set(key, clock.monotonic());
    this.#land(key, this.#stale(key) ?? { answer, ageSeconds: 0, isStale: false });
  }

  /**
   * The first resolver does not answer: gives the waiting askers the expired answer, if there is one, while the search for a new one goes on (RFC
   * 8767 section 5).
   */
  #relieve(key: string): void {
    const stale = this.#stale(key);
    const waiters = this.#flights.get(key);
    if (stale === null || waiters === undefined) return;
    for (const done of waiters.splice(0)) this.#tell(done, stale);
  }

  #land(key: string, forwarded: Forwarded): void {
    const waiters = this.#flights.get(key) ?? [];
    this.#flights.delete(key);
    for (const done of waiters) this.#tell(done, forwarded);
  }

  /** Gives one asker the answer; an error of one must not keep it from the others. */
  #tell(done: Done, forwarded: Forwarded): void {
    try {
      done(forwarded);
    } catch (error) {
      this.#deps.log.error({ error: messageOf(error) }, 'an answer could not be handed over');
    }
  }

  #stale(key: string): Forwarded | null {
    const { cache, clock } = this.#deps;
    const now = clock.monotonic();
    const cached = cache.get(key);
    if (cached === undefined || !isServable(cached, now)) return null;
    this.staleAnswers += 1;
    return { answer: cached.answer, ageSeconds: ageSeconds(cached, now), isStale: !isFresh(cached, now) };
  }
}

/** Answers differ by these; class is always IN. */
function keyOf(
  { name, type, dnssecOk, checkingDisabled }: DnsQuestion,
  scope: UpstreamScope,
  generation: number,
): string {
  const flags = (dnssecOk ? 1 : 0) | (checkingDisabled ? 2 : 0) | (scope === 'plain' ? 4 : 0);
  return `${generation} ${type * 8 + flags} ${name}`;
}
