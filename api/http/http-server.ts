import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Clock, delay } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import { exceededJsonLimit } from '../../kit/json-limits.ts';
import { networkOf } from '../../kit/networks.ts';
import type { IdSource } from '../../kit/random.ts';
import { checkBodyEncoding, isWholeUnicode, readUtf8 } from './body-text.ts';
import { SECURITY_HEADERS } from './headers/security-headers.ts';
import { type ConnectionLimits, limitConnections } from './limits/connection-limits.ts';
import { BEGUN, beginOneAtATime } from './limits/one-at-a-time.ts';
import { type RateLimiter, rateLimitHeaders, STRANGER_LIMIT } from './limits/rate-limiter.ts';
import { faultOf, PROBLEM_TYPE, problemOf } from './problem.ts';
import { MAX_TARGET_LENGTH, targetTooLong } from './request-target.ts';
import { schemaCompilers } from './schemas/compilers.ts';

/** Certificate and key in PEM. */
export interface TlsMaterial {
  readonly key: string;
  readonly cert: string;
}

export interface HttpServerOptions {
  readonly listen: {
    readonly host: string;
    readonly port: number;
    readonly tls?: TlsMaterial;
    /** How long a stopping server goes on answering before it closes (milliseconds); default 0. */
    readonly drainMs?: number;
    /** Default: `HTTP_LIMITS`. */
    readonly limits?: Partial<HttpLimits>;
  };
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limiter: RateLimiter;
  /** Trusted proxies (CIDR), whose X-Forwarded-For is used; default none. */
  readonly trustProxy?: readonly string[];
}

/** 1 MB: 500 users of a roster batch take 150 kB. */
const MAX_BODY_BYTES = 1_048_576;
/** Our bodies nest at most six levels deep. A roster batch, or a policy with long lists, has some ten thousand values. */
const JSON_LIMITS = { depth: 32, values: 100_000 };
const TOO_MUCH = {
  depth: `The body nests deeper than ${JSON_LIMITS.depth} levels.`,
  values: `The body has more than ${JSON_LIMITS.values} values.`,
};

/** Bytes read and discarded of a request that is refused while it arrives. A client sends less before it reads the refusal. */
const MAX_DISCARDED_BYTES = 4 * 1_048_576;
/** Matches the start of a request whose address alone is longer than the longest accepted one. */
const LONG_TARGET = new RegExp(`^[A-Z]{3,16} [^ \\r\\n]{${MAX_TARGET_LENGTH + 1}}`);

/** What one client may hold on the server (milliseconds, connections). */
export interface HttpLimits extends ConnectionLimits {
  /** A TLS handshake, and the head of a request, must be complete within this time. */
  readonly headMs: number;
  /** A request must be complete within this time, even if bytes keep arriving. */
  readonly requestMs: number;
  /** How often the server checks for requests whose time is over. */
  readonly checkMs: number;
  /** A connection without traffic is closed after this time. It is longer than any call takes to start its answer. */
  readonly silenceMs: number;
  /** How long a connection stays open after its last answer, so that the answer arrives. */
  readonly lingerMs: number;
}

const HTTP_LIMITS: HttpLimits = {
  headMs: 10_000,
  // 1 MB at 35 kB/s takes this long.
  requestMs: 30_000,
  checkMs: 2_000,
  silenceMs: 180_000,
  lingerMs: 1_000,
  // 6 MB of a category index at 10 kB/s take this long.
  answerMs: 600_000,
  // Each connection takes some 20 kB and a file descriptor.
  total: 8_192,
  // All devices of a school download from one address after a change, some hundred at a time.
  perNetwork: 2_048,
};
/** Longer than a proxy's idle time-out of 60 s, so that the proxy closes first and no request meets a closing connection. */
const KEEP_ALIVE_MS = 72_000;
/** How long a stop waits for requests that are being answered. */
const STOP_WAIT_MS = 10_000;

/** The Fastify server with what holds for every request. It has no routes yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { listen, ids, limiter, clock } = options;
  const limits = limitsOf(listen);
  /** The answer that a connection has received or is receiving to its present request. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  /** Connections that have received their last answer. */
  const ending = new WeakSet<Duplex>();
  const app = Fastify({
    serverFactory: (handle: RequestListener) => bareServer(handle, listen.tls ?? null, limits),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy:
      options.trustProxy === undefined || options.trustProxy.length === 0 ? false : [...options.trustProxy],
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    genReqId: (request) => requestId(request, ids),
    frameworkErrors: (error, request, reply) => {
      const fault = faultOf(error);
      const answer = reply as FastifyReply;
      answer.headers(
        rateLimitHeaders(limiter.take(`unmatched ${networkOf(request.ip)}`, STRANGER_LIMIT), clock.now()),
      );
      void answer
        .code(fault.status)
        .header('x-request-id', request.id)
        .headers(SECURITY_HEADERS)
        .header('cache-control', 'no-store')
        .header('content-type', PROBLEM_TYPE)
        .send(JSON.stringify(problemOf(fault, request)));
    },
    clientErrorHandler: (error, socket) => {
      // The connection has its last answer; further errors get none.
      if (ending.has(socket)) return;
      if (!isHttpError(error) || !socket.writable || answers.get(socket)?.headersSent === true)
        return void socket.destroy();
      ending.add(socket);
      endWith(socket, parserErrorAnswer(error, socket, { ids, limiter, clock }), { limits, clock });
    },
  }) as unknown as FastifyInstance;
  (app.server as Server).on(BEGUN, (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    answers.set(socket, response);
    response.once('close', () => {
      // The entry stays while the request is incomplete, so that a later error of the request gets no second answer.
      if (request.complete && answers.get(socket) === response) answers.delete(socket);
    });
  });
  const { named, validator, serializer } = schemaCompilers();
  app.setValidatorCompiler(validator);
  app.setSerializerCompiler(serializer);
  for (const schema of named) app.addSchema(schema);
  addJsonParser(app);
  return app;
}

/** Node's HTTP server with our limits. It starts the requests of a connection one after another. */
function bareServer(handle: RequestListener, tls: TlsMaterial | null, limits: HttpLimits): Server {
  const times = {
    connectionsCheckingInterval: limits.checkMs,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server: Server =
    tls === null
      ? createServer(times)
      : createTlsServer({ ...times, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headMs });
  server.setTimeout(limits.silenceMs);
  beginOneAtATime(server);
  server.on(BEGUN, handle);
  return server;
}

/** The caller's own request id when it is safe to use, else a new one. */
function requestId(request: { readonly headers: IncomingMessage['headers'] }, ids: IdSource): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : ids.next('req');
}

/** Accepts JSON and merge patches (RFC 7396) only. An empty body counts as no body. */
function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (request) => checkBodyEncoding(request.headers));
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      let text: string;
      try {
        text = readUtf8(Buffer.from(body));
      } catch (error) {
        return done(faultOf(error));
      }
      if (text.trim() === '') return done(null, undefined);
      const exceeded = exceededJsonLimit(text, JSON_LIMITS);
      if (exceeded !== null) return done(new Fault('invalid_json', TOO_MUCH[exceeded]));
      void parseJson(request, text, (error, value) => {
        if (error !== null)
          return done(
            new Fault('invalid_json', `The body is not valid JSON: ${error.message}.`, { cause: error }),
          );
        if (isWholeUnicode(value, text)) return done(null, value);
        done(new Fault('invalid_json', 'The body has half of a surrogate pair, which is no character.'));
      });
    },
  );
}

function limitsOf({ limits }: HttpServerOptions['listen']): HttpLimits {
  return { ...HTTP_LIMITS, ...limits };
}

/** Whether an error can be answered. A failed handshake and a lost connection cannot. */
function isHttpError({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith('HPE_') === true || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Sends a last answer and ends the connection, whatever the client does. Bytes that still arrive are read and discarded, up to a size and a
 * time: closing a connection with unread bytes resets it, and the answer is lost (RFC 9112, section 9.6).
 */
function endWith(
  socket: Duplex,
  answer: string,
  { limits, clock }: { readonly limits: HttpLimits; readonly clock: Clock },
): void {
  let left = MAX_DISCARDED_BYTES;
  // Removes the parser's own listener; Node then gives the connection back to its stream.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  const deadline = clock.setTimeout(() => socket.destroy(), limits.lingerMs);
  socket.once('close', () => deadline.cancel());
  socket.resume();
  socket.end(answer);
}

/** The answer to input that the HTTP parser refuses. No request exists then, so the answer goes to the bare socket. */
function parserErrorAnswer(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { ids, limiter, clock }: { readonly ids: IdSource; readonly limiter: RateLimiter; readonly clock: Clock },
): string {
  const fault = parserFault(error);
  const id = ids.next('req');
  const body = JSON.stringify(problemOf(fault, { url: '/', id }));
  const limits = rateLimitHeaders(
    limiter.take(`unmatched ${networkOf(socket.remoteAddress)}`, STRANGER_LIMIT),
    clock.now(),
  );
  const head = Object.entries({
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    'x-request-id': id,
    'cache-control': 'no-store',
    ...SECURITY_HEADERS,
    ...limits,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${fault.status} ${REASONS[fault.status] ?? 'Bad Request'}\r\n${head.join('')}\r\n${body}`;
}

/** The fault of a parser error. When an address arrives in pieces so small that its start is lost, the answer is that of a head that is too large. */
function parserFault(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): Fault {
  if (error.code === 'HPE_HEADER_OVERFLOW' && LONG_TARGET.test(error.rawPacket?.toString('latin1') ?? ''))
    return targetTooLong();
  const known = ['HPE_HEADER_OVERFLOW', 'ERR_HTTP_REQUEST_TIMEOUT'].includes(error.code ?? '');
  return known ? faultOf(error) : new Fault('validation_failed', 'This is not a well-formed HTTP request.');
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

/** Listening, upgrades and an orderly stop of a Fastify server. */
export interface Listener {
  start(): Promise<void>;
  /**
   * Keeps answering for `drainMs`, so that load balancers notice the stop. Then it accepts no new connections and waits for the requests
   * that are being answered.
   * @param onClosing called when it stops accepting; callers that hold requests open release them
   */
  stop(onClosing?: () => void): Promise<void>;
  /** `draining`: stopping, but still answering. `closing`: new requests are refused. */
  state(): 'serving' | 'draining' | 'closing';
  address(): AddressInfo;
  onUpgrade(handler: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  /** Marks the connection of a request as proven, so that it no longer counts among the strangers. */
  prove(request: FastifyRequest): void;
  renewTls(next: TlsMaterial): void;
}

export function createListener(
  app: FastifyInstance,
  { listen, clock, trustProxy = [] }: Pick<HttpServerOptions, 'listen' | 'clock' | 'trustProxy'>,
): Listener {
  let inFlight = 0;
  let state: ReturnType<Listener['state']> = 'serving';
  let quiet: (() => void) | null = null;
  const server = app.server as Server;
  // Fastify's hooks are not used here: they do not see a request whose client left before the request was complete.
  server.on(BEGUN, (_request: IncomingMessage, response: ServerResponse) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) quiet?.();
    });
  });
  const connections = limitConnections(server, { limits: limitsOf(listen), trustProxy, clock });
  return {
    async start() {
      if (server.listening) return;
      state = 'serving';
      const listening: Promise<string> = app.listen({ host: listen.host, port: listen.port });
      await listening;
    },
    async stop(onClosing = () => undefined) {
      if (!server.listening) return onClosing();
      state = 'draining';
      if (listen.drainMs !== undefined && listen.drainMs > 0) await delay(clock, listen.drainMs);
      state = 'closing';
      onClosing();
      // `app.close()` would wait for upgraded connections, which the gateway ends later.
      server.close();
      server.closeIdleConnections();
      if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          const timer = clock.setTimeout(resolve, STOP_WAIT_MS);
          quiet = () => {
            timer.cancel();
            resolve();
          };
        });
      }
      server.closeIdleConnections();
    },
    state: () => state,
    address() {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the HTTP server does not listen');
      return address;
    },
    onUpgrade: (handler) =>
      void server.on('upgrade', (request, socket, head) => {
        connections.release(request.socket);
        handler(request, socket, head);
      }),
    prove: ({ raw }) => connections.prove(raw.socket),
    renewTls: (next) => {
      if (listen.tls !== undefined)
        (server as unknown as TlsServer).setSecureContext({ ...next, minVersion: 'TLSv1.2' });
    },
  };
}
