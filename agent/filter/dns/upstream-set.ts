import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import { addressText } from './address-ranges.ts';
import { HttpsClient } from './https-client.ts';
import { RCODE, TYPE } from './message.ts';
import type { Place } from './place.ts';
import { TcpClient } from './tcp-client.ts';
import { UdpClient } from './udp-client.ts';
import { readUpstreamAddress, type UpstreamAddress } from './upstream-address.ts';
import { addressesIn, readAnswer, type UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamClient, UpstreamFailure } from './upstream-client.ts';
import { type UpstreamQuery, upstreamQuery } from './upstream-query.ts';

/** A resolver that failed goes last for so long, then twice as long, up to the maximum. */
const FIRST_PENALTY_MS = 5_000;
const MAX_PENALTY_MS = 60_000;
/** The question for the root servers, which every resolver can answer without asking another. */
const KNOWN_TO_ALL = { name: '', type: TYPE.ns, dnssecOk: false, checkingDisabled: false } as const;
/** How long the addresses of a DoH resolver are kept; a wrong certificate or a silent address ends it earlier (milliseconds). */
const BOOTSTRAP_MS = 10 * 60_000;

export interface UpstreamSetOptions {
  /** As `FilterState.upstreams`; asked for at each question. */
  readonly upstreams: () => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly ca: readonly string[];
  /** Changes with the network: what was learnt about resolvers in one network does not hold in another. */
  readonly place: Pick<Place, 'generation'>;
  /** Whether an address is our own: asking it would ask ourselves. */
  readonly isOwn: (address: string, port: number) => boolean;
}

/** Whom to ask: all upstreams, or only the network's own resolver, for names that nobody else knows. */
export type UpstreamScope = 'all' | 'plain';

interface Upstream {
  readonly address: UpstreamAddress;
  readonly main: UpstreamClient;
  /** For answers that did not fit; null where none is needed. */
  readonly tcp: UpstreamClient | null;
  failures: number;
  /** Monotonic milliseconds until which others go first. */
  lastUntil: number;
  /** When it last answered anything, a refusal included; monotonic milliseconds. */
  answeredAt: number;
  /** When it was last asked something that every resolver knows, and whether it answered; null = it was never tested. */
  pulse: { readonly at: number; readonly isThere: Promise<boolean> } | null;
}

/** What came of a question. */
export interface UpstreamReply {
  /** The last error that an upstream gave, where none gave more; null = none gave anything. */
  readonly answer: UpstreamAnswer | null;
  /** Whether it came from another upstream than the first. */
  readonly isFallback: boolean;
}

/** The resolvers to ask, in their order, those that failed lately last. */
export class UpstreamSet {
  readonly #options: UpstreamSetOptions;
  #texts: readonly string[] = [];
  #upstreams: readonly Upstream[] = [];
  #generation = 0;
  #asked = 0;

  constructor(options: UpstreamSetOptions) {
    this.#options = options;
  }

  /** Packets sent to upstreams so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Whether there is a resolver of the network's own. */
  hasPlain(): boolean {
    return this.#current().some(({ address }) => address.kind === 'plain');
  }

  /**
   * Asks one upstream after the other, each twice, until one gives an answer or a denial. Otherwise resolves with the last error that one gave, or
   * null. Never rejects. An upstream that does not answer this name but answers others keeps its place, so that one broken name does not send all
   * look-ups elsewhere. @param onSilence is called when the first upstream has not answered in time
   */
  async ask(query: UpstreamQuery, scope: UpstreamScope, onSilence: () => void): Promise<UpstreamReply> {
    let last: UpstreamAnswer | null = null;
    const order = this.#inOrder(scope);
    const [preferred] = scope === 'plain' ? order.filter(isPlain) : this.#current();
    for (const upstream of order) {
      const askedAt = this.#options.clock.monotonic();
      const answer = await this.#askOne(upstream, query, onSilence);
      if (answer === 'busy') continue;
      if (answer !== null && isFinal(answer)) {
        upstream.failures = 0;
        upstream.lastUntil = 0;
        return { answer, isFallback: upstream !== preferred };
      }
      if (answer === null) void this.#doubt(upstream, askedAt);
      last = answer ?? last;
    }
    return { answer: last, isFallback: false };
  }

  async close(): Promise<void> {
    const closing = this.#upstreams;
    this.#upstreams = [];
    this.#texts = [];
    await Promise.all(closing.map(close));
  }

  async #askOne(
    upstream: Upstream,
    query: UpstreamQuery,
    onSilence: () => void,
  ): Promise<UpstreamAnswer | 'busy' | null> {
    const askedAt = this.#options.clock.monotonic();
    let useEdns = true;
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await this.#exchange(upstream, query, useEdns);
      if (answer === 'busy') return 'busy';
      if (answer === 'unreachable') return null;
      if (answer !== 'timeout') {
        if (!useEdns || !isEdnsRefusal(answer)) return answer;
      } else {
        onSilence();
        // The test begins after the first attempt timed out, and is over when the second has.
        if (attempt === 0) void this.#isThere(upstream, askedAt);
      }
      // Old resolvers refuse or drop queries with EDNS (RFC 6891 section 6.2.2). A validator needs it all the same.
      useEdns = query.dnssecOk;
    }
    return null;
  }

  async #exchange(
    upstream: Upstream,
    query: UpstreamQuery,
    useEdns: boolean,
  ): Promise<UpstreamAnswer | UpstreamFailure> {
    const { questionEnd } = query;
    // Each attempt has its own copy: the client writes an id into it.
    const packet = useEdns ? Buffer.from(query.packet) : query.withoutEdns();
    this.#asked += 1;
    let message = await upstream.main.ask(packet, questionEnd);
    if (typeof message === 'string') return message;
    upstream.answeredAt = this.#options.clock.monotonic();
    const isCut = ((message[2] ?? 0) & 0x02) !== 0;
    if (isCut) {
      if (upstream.tcp === null) return 'unreachable';
      this.#asked += 1;
      message = await upstream.tcp.ask(packet, questionEnd);
      if (typeof message === 'string') return message;
    }
    return readAnswer(message, query) ?? 'unreachable';
  }

  /** Puts an upstream behind the others if it answers nothing at all. @param askedAt when the question began that it did not answer */
  async #doubt(upstream: Upstream, askedAt: number): Promise<void> {
    if (upstream.answeredAt >= askedAt) return;
    const isThere = await this.#isThere(upstream, askedAt);
    if (!isThere && upstream.answeredAt < askedAt) this.#penalise(upstream);
  }

  /** Whether it answers what every resolver knows. @param since an older answer does not count, monotonic milliseconds */
  #isThere(upstream: Upstream, since: number): Promise<boolean> {
    if (upstream.pulse === null || upstream.pulse.at < since)
      upstream.pulse = { at: this.#options.clock.monotonic(), isThere: this.#feel(upstream) };
    return upstream.pulse.isThere;
  }

  async #feel(upstream: Upstream): Promise<boolean> {
    const query = upstreamQuery(KNOWN_TO_ALL);
    if (query === null) return true;
    const answer = await this.#exchange(upstream, query, false);
    return typeof answer !== 'string' || answer === 'busy';
  }

  #penalise(upstream: Upstream): void {
    const penalty = Math.min(FIRST_PENALTY_MS * 2 ** upstream.failures, MAX_PENALTY_MS);
    upstream.failures = Math.min(upstream.failures + 1, 10);
    upstream.lastUntil = this.#options.clock.monotonic() + penalty;
  }

  #inOrder(scope: UpstreamScope): readonly Upstream[] {
    const all = this.#current();
    const now = this.#options.clock.monotonic();
    const isPlainOnly = scope === 'plain';
    if (!isPlainOnly && all.every(({ lastUntil }) => lastUntil <= now)) return all;
    const fit = isPlainOnly ? all.filter(({ address }) => address.kind === 'plain') : all;
    return [
      ...fit.filter(({ lastUntil }) => lastUntil <= now),
      ...fit.filter(({ lastUntil }) => lastUntil > now),
    ];
  }

  #current(): readonly Upstream[] {
    const texts = this.#options.upstreams();
    const generation = this.#options.place.generation();
    if (generation !== this.#generation) {
      this.#generation = generation;
      for (const upstream of this.#upstreams) Object.assign(upstream, { failures: 0, lastUntil: 0 });
    }
    if (texts === this.#texts) return this.#upstreams;
    const before = new Map(this.#upstreams.map((upstream) => [upstream.address.text, upstream]));
    this.#texts = texts;
    this.#upstreams = [...new Set(texts)].flatMap((text) => {
      const known = before.get(text);
      before.delete(text);
      return known ?? this.#open(text) ?? [];
    });
    for (const gone of before.values()) void close(gone);
    return this.#upstreams;
  }

  #open(text: string): Upstream | null {
    const address = readUpstreamAddress(text);
    if (address === null) return null;
    const state = { address, failures: 0, lastUntil: 0, answeredAt: -1, pulse: null };
    const { clock, random, ca, isOwn } = this.#options;
    if (address.kind === 'https') {
      const addresses = this.#bootstrap(address.host, address.addresses);
      return { ...state, main: new HttpsClient({ url: address.url, addresses, clock, ca }), tcp: null };
    }
    if (isOwn(address.address, address.port)) return null;
    const to = { address: address.address, port: address.port, clock };
    return { ...state, main: new UdpClient({ ...to, random }), tcp: new TcpClient(to) };
  }

  /** Finds a DoH resolver's own addresses through the plain upstreams. */
  #bootstrap(host: string, given: readonly string[]): () => Promise<readonly string[]> {
    if (given.length > 0) return () => Promise.resolve(given);
    let known: readonly string[] = [];
    let askedAt = Number.NEGATIVE_INFINITY;
    let generation = -1;
    return async () => {
      const now = this.#options.clock.monotonic();
      const isHere = generation === this.#generation;
      if (isHere && now - askedAt < BOOTSTRAP_MS) return known;
      const asking = this.#generation;
      const found = await Promise.all([TYPE.a, TYPE.aaaa].map((type) => this.#addressesOf(host, type)));
      if (found.flat().length > 0) {
        known = found.flat();
        askedAt = now;
        generation = asking;
      }
      return known;
    };
  }

  async #addressesOf(host: string, type: number): Promise<readonly string[]> {
    const query = upstreamQuery({ name: host, type, dnssecOk: false, checkingDisabled: false });
    if (query === null) return [];
    const { answer } = await this.ask(query, 'plain', () => undefined);
    return answer === null ? [] : addressesIn(answer, type).map(addressText);
  }
}

function isEdnsRefusal({ rcode }: UpstreamAnswer): boolean {
  return rcode === RCODE.formErr || rcode === RCODE.notImp;
}

function isPlain({ address }: Upstream): boolean {
  return address.kind === 'plain';
}

function isFinal({ rcode }: UpstreamAnswer): boolean {
  return rcode === RCODE.noError || rcode === RCODE.nxDomain;
}

async function close({ main, tcp }: Upstream): Promise<void> {
  await main.close();
  await tcp?.close();
}
