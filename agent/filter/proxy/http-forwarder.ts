import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Egress, type Obstacle, UnreachableHost } from '../connections/egress.ts';
import { splice } from '../connections/splice.ts';
import { EgressAgent } from './egress-agent.ts';
import { endToEndHeaders, requestHeaders } from './forwarded-headers.ts';
import { authorityText, type HttpTarget } from './request-target.ts';

/** Fields of a request and of an answer; sites with many cookies come to 30 kB (bytes). */
export const MAX_HEADER_BYTES = 65_536;
/** How long a site may be silent (milliseconds). */
const SILENCE_LIMIT_MS = 300_000;
/** Shorter than the keep-alive of common servers, so that a request seldom meets a closing connection (milliseconds). */
const KEPT_CONNECTION_MS = 4_000;
const MAX_KEPT_CONNECTIONS = 64;
/** Node frames these without a body when nothing says that there is one. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** One exchange that is on its way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: HttpTarget;
  /** To be called instead of an answer when there is none. */
  readonly onFailure: (obstacle: Obstacle | 'failed') => void;
}

/** Carries plain http to sites. */
export interface HttpForwarder {
  /** Streams both ways, as fast as the slower side takes it. Never throws; a torn answer is a torn connection. */
  forward(exchange: Exchange): void;
  /** The same for a request that wants to become a WebSocket; `response` is bound to `socket`. */
  upgrade(exchange: Exchange, socket: Socket, head: Buffer): void;
  /** Ends kept connections; those in use stay. */
  closeIdle(): void;
}

/** One pool of connections for all requests. A request that met a connection which had just been closed is sent once more. */
export function createHttpForwarder(egress: Egress): HttpForwarder {
  const agent = new EgressAgent(egress, {
    keepAlive: true,
    maxFreeSockets: MAX_KEPT_CONNECTIONS,
    timeout: KEPT_CONNECTION_MS,
  });
  const send = (exchange: Exchange, mayRepeat: boolean): void => {
    const { request, response } = exchange;
    const upstream = open(exchange, agent, []);
    guard(upstream, exchange, (error) => {
      const stale = mayRepeat && upstream.reusedSocket && !hasBody(request) && !isUnreachable(error);
      if (stale && !response.destroyed) send(exchange, false);
      else fail(exchange, error);
    });
    upstream.on('response', (answer) => relayAnswer(answer, exchange));
    upstream.on('continue', () => response.writeContinue());
    request.pipe(upstream);
    if (request.headers.expect !== undefined) upstream.flushHeaders();
  };
  return {
    forward: (exchange) => send(exchange, true),
    upgrade(exchange, socket, head) {
      const upstream = open(
        exchange,
        undefined,
        ['Connection', 'Upgrade', 'Upgrade', 'websocket'],
        (host, port) => egress.connect(host, port, { allowHalfOpen: true }),
      );
      guard(upstream, exchange, (error) => fail(exchange, error));
      upstream.on('response', (answer) => relayAnswer(answer, exchange));
      upstream.on('upgrade', (answer, server, early) => {
        upstream.setTimeout(0);
        switchProtocols(answer, exchange, { socket, head, server, early });
      });
      upstream.end();
    },
    closeIdle: () => agent.closeIdle(),
  };
}

type Connect = (host: string, port: number) => Promise<Socket>;

function open(
  { request, target }: Exchange,
  agent: EgressAgent | undefined,
  extra: readonly string[],
  connect?: Connect,
): ClientRequest {
  const { host, port, path } = target;
  const method = request.method ?? 'GET';
  const headers = requestHeaders(request.rawHeaders, {
    host: authorityText(target),
    chunked: request.headers['transfer-encoding'] !== undefined,
  });
  const unframed = !hasBody(request) && request.headers['content-length'] === undefined;
  const framing = unframed && !BODILESS.has(method) ? ['Content-Length', '0'] : [];
  return openRequest({
    host,
    port,
    path,
    method,
    headers: [...headers, ...framing, ...extra],
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    timeout: SILENCE_LIMIT_MS,
    ...(agent === undefined ? {} : { agent }),
    ...(connect === undefined ? {} : { createConnection: connecting(connect, host, port) }),
  });
}

/** Node accepts a socket by callback as well; its types only know a returned one. */
function connecting(connect: Connect, host: string, port: number) {
  return (_options: unknown, callback: (error: Error | null, socket: Duplex) => void): undefined => {
    const failed = callback as unknown as (error: Error) => void;
    connect(host, port).then(
      (socket) => callback(null, socket),
      (error: Error) => failed(error),
    );
  };
}

/** Ends the upstream request when the client has gone, and calls `onError` once for the first error. */
function guard(upstream: ClientRequest, { response }: Exchange, onError: (error: Error) => void): void {
  upstream.on('timeout', () => upstream.destroy(new UnreachableHost('silent')));
  upstream.once('error', (error) => {
    upstream.on('error', () => undefined); // what follows a failure says nothing new
    onError(error);
  });
  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
}

function relayAnswer(answer: IncomingMessage, { request, response }: Exchange): void {
  answer.on('error', () => tear(response));
  if (response.destroyed) return void answer.destroy();
  response.sendDate = false;
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEndHeaders(answer.rawHeaders));
  } catch {
    // The answer has a field that may not be passed on, so that the whole answer is not trusted.
    answer.destroy();
    tear(response);
    return;
  }
  answer.pipe(response);
  answer.on('end', () => request.unpipe());
}

interface Switched {
  readonly socket: Socket;
  readonly head: Buffer;
  readonly server: Duplex;
  readonly early: Buffer;
}

function switchProtocols(answer: IncomingMessage, { response }: Exchange, switched: Switched): void {
  const { socket, head, server, early } = switched;
  if (!(server instanceof Socket) || socket.destroyed) {
    server.destroy();
    return;
  }
  response.detachSocket(socket);
  // From here on open-connections.ts limits how long it may be silent.
  socket.setTimeout(0);
  const fields = endToEndHeaders(answer.rawHeaders);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
  for (let at = 0; at + 1 < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), early]));
  if (head.length > 0) server.write(head);
  splice(socket, server);
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0);
}

function isUnreachable(error: Error): error is UnreachableHost {
  return error instanceof UnreachableHost;
}

function fail({ response, onFailure }: Exchange, error: Error): void {
  if (response.headersSent || response.destroyed) tear(response);
  else onFailure(isUnreachable(error) ? error.obstacle : 'failed');
}

/** Breaks an answer off by a reset; otherwise an answer without a length would count as complete. */
function tear(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}
