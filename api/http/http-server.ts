import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { type Clock, delay } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import { isDeeperThan } from './json-depth.ts';
import { faultOf, PROBLEM_TYPE, problemOf } from './problem.ts';
import { type RateLimiter, rateLimitHeaders, STRANGER_LIMIT } from './rate-limiter.ts';
import { namedSchemas } from './schema-ref.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createSerializerCompiler } from './serializer.ts';
import { createValidatorCompiler } from './validation.ts';

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
    /** How long a stop goes on answering first (milliseconds); 0 by default. */
    readonly drainMs?: number;
  };
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limiter: RateLimiter;
  /** Proxies (CIDR) whose X-Forwarded-For is believed; none by default. */
  readonly trustProxy?: readonly string[];
}

/** 1 MB: 500 users of a roster batch take 150 kB. */
const MAX_BODY_BYTES = 1_048_576;
/** No body of ours nests deeper than six levels. */
const MAX_JSON_DEPTH = 32;
/** A request must have arrived whole in this time; a slow sender holds no connection for ever. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a proxy's idle time-out of 60 s, so that the proxy closes first and no request meets a closing connection. */
const KEEP_ALIVE_MS = 72_000;
/** How long a stop waits for requests that are being answered. */
const STOP_WAIT_MS = 10_000;

/** The Fastify server with what holds for every request; no routes yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { listen, ids, limiter, clock } = options;
  const app = Fastify({
    ...(listen.tls === undefined
      ? {}
      : { https: { key: listen.tls.key, cert: listen.tls.cert, minVersion: 'TLSv1.2' } }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy:
      options.trustProxy === undefined || options.trustProxy.length === 0 ? false : [...options.trustProxy],
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
    genReqId: (request) => requestId(request, ids),
    frameworkErrors: (error, request, reply) => {
      const fault = faultOf(error);
      const answer = reply as FastifyReply;
      answer.headers(rateLimitHeaders(limiter.take(`address ${request.ip}`, STRANGER_LIMIT), clock.now()));
      void answer
        .code(fault.status)
        .header('x-request-id', request.id)
        .headers(SECURITY_HEADERS)
        .header('cache-control', 'no-store')
        .header('content-type', PROBLEM_TYPE)
        .send(JSON.stringify(problemOf(fault, request)));
    },
    clientErrorHandler: (error, socket) => answerParserError(error, socket, { ids, limiter, clock }),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(createValidatorCompiler(namedSchemas()));
  app.setSerializerCompiler(createSerializerCompiler(namedSchemas()));
  for (const schema of namedSchemas()) app.addSchema(schema);
  addJsonParser(app);
  return app;
}

/** The caller's own request id when it is harmless, else one of ours. */
function requestId(request: { readonly headers: IncomingMessage['headers'] }, ids: IdSource): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : ids.next('req');
}

/** JSON and merge patches (RFC 7396); nothing else is taken. An empty body is no body. */
function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      const text = String(body);
      if (text.trim() === '') return done(null, undefined);
      if (isDeeperThan(text, MAX_JSON_DEPTH))
        return done(new Fault('invalid_json', `The body nests deeper than ${MAX_JSON_DEPTH} levels.`));
      void parseJson(request, text, (error, value) =>
        error === null
          ? done(null, value)
          : done(
              new Fault('invalid_json', `The body is not valid JSON: ${error.message}.`, { cause: error }),
            ),
      );
    },
  );
}

/** What the HTTP parser itself refuses never becomes a request: it is answered on the bare socket. */
function answerParserError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { ids, limiter, clock }: { readonly ids: IdSource; readonly limiter: RateLimiter; readonly clock: Clock },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = ['HPE_HEADER_OVERFLOW', 'ERR_HTTP_REQUEST_TIMEOUT'].includes(error.code ?? '');
  const fault = known
    ? faultOf(error)
    : new Fault('validation_failed', 'This is not a well-formed HTTP request.');
  const id = ids.next('req');
  const body = JSON.stringify(problemOf(fault, { url: '/', id }));
  const limits = rateLimitHeaders(
    limiter.take(`address ${socket.remoteAddress ?? ''}`, STRANGER_LIMIT),
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
  socket.end(
    `HTTP/1.1 ${fault.status} ${REASONS[fault.status] ?? 'Bad Request'}\r\n${head.join('')}\r\n${body}`,
  );
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** Listening, upgrades and an orderly stop of a Fastify server. */
export interface Listener {
  start(): Promise<void>;
  /**
   * Goes on for `drainMs`, so that load balancers see that it is stopping; then takes no new connections, and waits for the requests that are being answered.
   * @param onClosing called when it takes nothing new any more: whoever lets requests wait ends that
   */
  stop(onClosing?: () => void): Promise<void>;
  /** `draining`: told to stop, but still answering. `closing`: requests that still come are to be refused. */
  state(): 'serving' | 'draining' | 'closing';
  address(): AddressInfo;
  onUpgrade(handler: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  renewTls(next: TlsMaterial): void;
}

export function createListener(
  app: FastifyInstance,
  listen: HttpServerOptions['listen'],
  clock: Clock,
): Listener {
  let inFlight = 0;
  let state: ReturnType<Listener['state']> = 'serving';
  let quiet: (() => void) | null = null;
  app.addHook('onRequest', async () => {
    inFlight += 1;
  });
  app.addHook('onResponse', async () => {
    inFlight -= 1;
    if (inFlight === 0) quiet?.();
  });
  const server = app.server as Server;
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
      // Not `app.close()` at once: it would wait for upgraded connections, which the gateway ends after us.
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
    onUpgrade: (handler) => void server.on('upgrade', handler),
    renewTls: (next) => {
      if (listen.tls !== undefined)
        (server as unknown as TlsServer).setSecureContext({ ...next, minVersion: 'TLSv1.2' });
    },
  };
}
