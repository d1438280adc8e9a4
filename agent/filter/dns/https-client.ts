import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { Clock } from '../../../kit/clock.ts';
import { isSameQuestion } from './message.ts';
import { isAnswerHeader } from './upstream-answer.ts';
import type { UpstreamClient, UpstreamFailure } from './upstream-client.ts';

/** A first question pays for look-up, TCP and TLS. */
const HTTPS_TIMEOUT_MS = 4_000;
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

/** Questions by HTTPS (RFC 8484), HTTP/2 where the resolver has it. Its certificate is checked against its name, so that ids and ports need no luck. */
export class HttpsClient implements UpstreamClient {
  readonly #options: HttpsClientOptions;
  #agent: Promise<Agent> | null = null;
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
      return await this.#post(packet, questionEnd, aborter.signal);
    } catch {
      // Refused, reset, a wrong certificate: whichever it is, the next upstream is asked.
      return isLate ? 'timeout' : 'unreachable';
    } finally {
      this.#underWay -= 1;
      timer.cancel();
    }
  }

  async #post(packet: Buffer, questionEnd: number, signal: AbortSignal): Promise<Buffer | UpstreamFailure> {
    const { origin, pathname, search } = new URL(this.#options.url);
    this.#agent ??= openAgent(this.#options);
    const agent = await this.#agent;
    const response = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
      body: packet,
      signal,
    });
    const message = Buffer.from(await response.body.arrayBuffer());
    const isOurs =
      response.statusCode === 200 && isAnswerHeader(message) && isSameQuestion(message, packet, questionEnd);
    return isOurs ? message : 'unreachable';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const agent = await this.#agent;
    await agent?.destroy();
  }
}

/** Only when it is needed: undici costs memory, and most resolvers are plain. */
async function openAgent({ addresses, ca }: HttpsClientOptions): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({
    allowH2: true,
    connections: 4,
    connect: {
      lookup: lookUpBy(addresses),
      timeout: HTTPS_TIMEOUT_MS,
      ...(ca.length === 0 ? {} : { ca: [...ca] }),
    },
    maxResponseSize: MAX_MESSAGE_BYTES,
  });
}

function lookUpBy(addresses: HttpsClientOptions['addresses']): LookupFunction {
  return (_host, { all }, done) => {
    const fail = (error: unknown): void =>
      done(error instanceof Error ? error : new Error(String(error)), '');
    addresses().then((known) => {
      const found = known.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (first === undefined) fail(new Error('the DoH resolver has no address'));
      else if (all === true) done(null, found);
      else done(null, first.address, first.family);
    }, fail);
  };
}
