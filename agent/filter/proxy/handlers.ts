import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import { PROGRAM } from '../pages/page-answer.ts';
import type { HttpForwarder } from './http-forwarder.ts';
import { type Authority, readAuthority } from './request-target.ts';
import { answerRequest, type RequestsDependencies } from './requests.ts';
import { refuse, type Tunnels } from './tunnels.ts';

const HTTP_PORT = 80;

/** What Node's http server calls. */
export interface Handlers {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  connect(server: Server, request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

export interface HandlersDependencies {
  readonly requests: RequestsDependencies;
  readonly tunnels: Tunnels;
  readonly forwarder: HttpForwarder;
  readonly log: Log;
}

/** Takes everything that comes to the proxy's port. A tunnel to port 80, which browsers use for `ws://`, carries plain http: each request in it is judged. */
export function createHandlers({ requests, tunnels, forwarder, log }: HandlersDependencies): Handlers {
  const { pages, recorder, senderOf } = requests;
  const inTunnel = new WeakMap<Duplex, Authority>();
  /** Answers that a connection still waits for. */
  const pending = new WeakMap<Duplex, number>();
  /** Whether all earlier answers on this connection were sent: before that it must not change its protocol, or they would be mixed into it. */
  const isFree = (stream: Duplex): stream is Socket =>
    stream instanceof Socket && (pending.get(stream) ?? 0) === 0;

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    carry: HttpForwarder['forward'],
  ): void => {
    const tunnel = inTunnel.get(request.socket) ?? null;
    answerRequest({ request, response, tunnel, carry }, requests).catch((error: unknown) => {
      log.debug({ error: messageOf(error) }, 'a request could not be answered');
      response.destroy();
    });
  };
  /** Refuses a tunnel without a valid target, or a tunnel inside a tunnel. */
  const misused = (stream: Socket): void => {
    const attempt = { kind: 'proxy_misuse', host: null, address: null, port: null, count: 1 } as const;
    senderOf(stream)
      .then((sender) => recorder.attempted({ ...attempt, app: null, uid: sender?.uid ?? null }))
      .catch((error: unknown) => log.debug({ error: messageOf(error) }, 'an attempt was not recorded'));
  };
  const openHttpTunnel = (server: Server, socket: Socket, head: Buffer, authority: Authority): void => {
    inTunnel.set(socket, authority);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    server.emit('connection', socket);
  };

  return {
    request(request, response) {
      const { socket } = request;
      pending.set(socket, (pending.get(socket) ?? 0) + 1);
      response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
      answer(request, response, forwarder.forward);
    },
    upgrade(request, stream, head) {
      if (!isFree(stream)) {
        stream.destroy();
        return;
      }
      const response = boundResponse(request, stream);
      if (isAmbiguous(request)) {
        response.writeHead(400).end();
        return;
      }
      const websocket = request.headers.upgrade?.toLowerCase() === 'websocket';
      answer(
        request,
        response,
        websocket ? (exchange) => forwarder.upgrade(exchange, stream, head) : forwarder.forward,
      );
    },
    connect(server, request, stream, head) {
      if (!isFree(stream)) {
        stream.destroy();
        return;
      }
      const authority = inTunnel.has(stream) ? null : readAuthority(request.url ?? '');
      if (authority === null) {
        misused(stream);
        refuse(stream, pages.unreachable('', 'bypass', PROGRAM));
        return;
      }
      if (authority.port === HTTP_PORT) {
        openHttpTunnel(server, stream, head, authority);
        return;
      }
      // From here on open-connections.ts limits how long it may be silent.
      stream.setTimeout(0);
      senderOf(stream)
        .then(async (sender) => {
          if (sender === null) stream.resetAndDestroy();
          else await tunnels.carry({ socket: stream, head, authority, ...sender });
        })
        .catch((error: unknown) => {
          log.debug({ error: messageOf(error) }, 'a tunnel failed');
          stream.resetAndDestroy();
        });
    },
  };
}

/** Whether a request to change the protocol also has a body, which would be taken for the new protocol. */
function isAmbiguous({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** An answer to a request whose socket Node has handed over; it is the last on it. */
function boundResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  return response;
}
