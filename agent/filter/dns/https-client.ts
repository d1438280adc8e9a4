import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { Clock } from '../../../kit/clock.ts';
import { CONNECT_TIMEOUT_MS } from '../../dial/connect-first.ts';
import { httpConnector } from '../../dial/http-connector.ts';
import { isSameQuestion } from './message.ts';
import { isAnswerHeader } from './upstream-answer.ts';
import type { UpstreamClient, UpstreamFailure } from './upstream-client.ts';

/** Includes look-up, TCP and TLS of a first question. */
const HTTPS_TIMEOUT_MS = 4_000;
/** How long new connections may take until their first answer, even if the waiting questions have timed out: by satellite TCP, TLS and HTTP take six trips. */
const OPENING_MS = CONNECT_TIMEOUT_MS;
const MAX_PENDING = 512;
/** Of DNS (RFC 8484 section 6). */
const MAX_MESSAGE_BYTES = 65_535;
const MEDIA_TYPE = 'application/dns-message';

export interface HttpsClientOptions {
  readonly url: string;
  /** Where the host is, asked for each new connection; rejects when nobody knows. */
  readonly addresses: () => Promise<readonly string[]>;
  readonly clock: Clock;
  /** Certificates to trust instead of the public ones, PEM; for a school's own resolver. Empty = the public ones. */
  readonly ca: readonly string[];
}

/** What is open to the resolver. */
interface Connections {
  readonly agent: Promise<Agent>;
  /** Monotonic milliseconds. */
  readonly openedAt: number;
  /** Answers that came through these connections so far. */
  answers: number;
}

/**
 * Questions by HTTPS (RFC 8484), HTTP/2 where the resolver has it. The resolver's certificate is checked against its name, so that ids and ports need
 * not be random.
 */
export class HttpsClient implements UpstreamClient {
  readonly #options: HttpsClientOptions;
  #connections: Connections | null = null;
  #underWay = 0;
  #isClosed = false;

  constructor(options: HttpsClientOptions) {
    this.#options = options;
  }

  async ask(packet: Buffer, questionEnd: number): Promise<Buffer | UpstreamFailure> {
    if (this.#isClosed) return 'unreachable';
    if (this.#underWay >= MAX_PENDING) return 'busy';
    const aborter = new AbortController();
    let isLate = false;
    const timer = this.#options.clock
      .setTimeout(() => {
        isLate = true;
        aborter.abort();
      }, HTTPS_TIMEOUT_MS)
      .unref();
    this.#underWay += 1;
    try {
      return await this.#exchange(packet, questionEnd, aborter.signal);
    } catch {
      // Refused, reset, a wrong certificate: whichever it is, the next upstream is asked.
      return isLate ? 'timeout' : 'unreachable';
    } finally {
      this.#underWay -= 1;
      timer.cancel();
    }
  }

  /** Asks a question, and asks it once more over a new connection if the resolver ended the first one while we wrote to it. */
  async #exchange(
    packet: Buffer,
    questionEnd: number,
    signal: AbortSignal,
  ): Promise<Buffer | UpstreamFailure> {
    const connections = this.#open();
    const { answers } = connections;
    try {
      return await this.#post(connections, packet, questionEnd, signal);
    } catch (error) {
      // No answer came in all that time: after sleep, or behind a NAT that has forgotten it, a connection can be dead without an error.
      const isSilent = connections.answers === answers && !this.#isOpening(connections);
      if (signal.aborted && isSilent) this.#abandon(connections);
      if (signal.aborted || this.#isClosed) throw error;
      return this.#post(this.#open(), packet, questionEnd, signal);
    }
  }

  #open(): Connections {
    this.#connections ??= {
      agent: openAgent(this.#options),
      openedAt: this.#options.clock.monotonic(),
      answers: 0,
    };
    return this.#connections;
  }

  /** Whether the connections are still being opened. On a slow network the first question times out before that, and the next ones use them. */
  #isOpening({ answers, openedAt }: Connections): boolean {
    return answers === 0 && this.#options.clock.monotonic() - openedAt < OPENING_MS;
  }

  /** Questions that are under way on them are asked again on others. */
  #abandon(connections: Connections): void {
    if (this.#connections === connections) this.#connections = null;
    void destroy(connections);
  }

  async #post(
    connections: Connections,
    packet: Buffer,
    questionEnd: number,
    signal: AbortSignal,
  ): Promise<Buffer | UpstreamFailure> {
    const { origin, pathname, search } = new URL(this.#options.url);
    const agent = await connections.agent;
    const response = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
      body: packet,
      signal,
    });
    const message = Buffer.from(await response.body.arrayBuffer());
    connections.answers += 1;
    const isOurs =
      response.statusCode === 200 && isAnswerHeader(message) && isSameQuestion(message, packet, questionEnd);
    return isOurs ? message : 'unreachable';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = this.#connections;
    this.#connections = null;
    if (closing !== null) await destroy(closing);
  }
}

async function destroy({ agent }: Connections): Promise<void> {
  try {
    await (await agent).destroy();
  } catch {
    // It could not even be opened.
    return;
  }
}

/** Loaded only when it is needed, because undici costs memory and most resolvers use plain DNS. */
async function openAgent({ addresses, clock, ca }: HttpsClientOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    allowH2: true,
    connections: 4,
    connect: httpConnector({
      build: buildConnector,
      lookup: lookUpBy(addresses),
      clock,
      tls: { allowH2: true, ...(ca.length === 0 ? {} : { ca: [...ca] }) },
    }),
    maxResponseSize: MAX_MESSAGE_BYTES,
  });
}

/** Always gives all addresses, as `connectToHost` asks for them; an empty list is an error there. */
function lookUpBy(addresses: HttpsClientOptions['addresses']): LookupFunction {
  return (_host, _options, done) => {
    addresses().then(
      (known) =>
        done(
          null,
          known.map((address) => ({ address, family: isIP(address) })),
        ),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}
