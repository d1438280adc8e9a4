import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import type { createClientAddress } from '../../kit/addresses.ts';
import type { Clock } from '../../kit/clock.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { Admissions } from '../admission/admissions.ts';
import type { Complaints } from '../limits/complaints.ts';
import { MAX_PUBLISH_BYTES } from '../limits/limits.ts';
import type { Broker } from './broker.ts';

/** The path of MQTT over WebSocket (MQTT 3.1.1, section 6). */
const WEB_SOCKET_PATH = '/mqtt';

/** How many frames without payload one peer may send: pings, pongs and empty ones. MQTT has pings of its own, so only proxies send some. */
const IDLE_FRAMES = { perSecond: 1, burst: 10 };

/** Turns an HTTP upgrade into an MQTT connection, or refuses it. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export function createWebSocketUpgrade({
  admissions,
  broker,
  complaints,
  clock,
  clientAddress,
  isOpen,
}: {
  readonly admissions: Admissions;
  readonly broker: Broker;
  readonly complaints: Complaints;
  readonly clock: Clock;
  readonly clientAddress: ReturnType<typeof createClientAddress>;
  readonly isOpen: () => boolean;
}): Upgrade {
  const server = new WebSocketServer({
    noServer: true,
    // A frame may carry several packets; each is checked by the packet guard.
    maxPayload: 2 * MAX_PUBLISH_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    // [MQTT-6.0.0-3]; a client that offers anything else gets no subprotocol, and ends the connection itself.
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });

  return (request, socket, head) => {
    // An error of the socket before `ws` takes it over ends this socket only.
    socket.on('error', () => socket.destroy());
    const refuse = (status: string): void => answerAndDestroy(socket, status, clock);
    const address = clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    if (pathOf(request) !== WEB_SOCKET_PATH) {
      complaints.report('not_mqtt_path', { address });
      return refuse('404 Not Found');
    }
    if (!isOpen()) return refuse('503 Service Unavailable');
    if (!offersMqtt(request)) return refuse('400 Bad Request');
    const admission = admissions.admit({
      address,
      destroy: () => void socket.destroy(),
    });
    if (admission === null) return refuse('503 Service Unavailable');
    socket.once('close', admission.leave);
    // The upgrade request was the first message.
    admission.answered();
    server.handleUpgrade(request, socket, head, (webSocket) => {
      answerPings(webSocket, clock);
      const stream = createWebSocketStream(webSocket);
      // Each packet is sent in its own frame at once: commands are small and must not wait for more.
      request.socket.setNoDelay(true);
      broker.accept(stream, admission);
    });
  };
}

/** Answers pings (RFC 6455, section 5.5.2), and ends a connection with too many frames that the packet guard does not see. */
function answerPings(webSocket: WebSocket, clock: Clock): void {
  const frames = new TokenBucket(clock, IDLE_FRAMES);
  const mayGoOn = (): boolean => {
    const may = frames.tryTake(1);
    if (!may) webSocket.terminate();
    return may;
  };
  webSocket.on('ping', (data) => {
    if (mayGoOn()) webSocket.pong(data);
  });
  webSocket.on('pong', mayGoOn);
  webSocket.on('message', (data: Buffer) => {
    if (data.length === 0) mayGoOn();
  });
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function offersMqtt({ headers }: IncomingMessage): boolean {
  const offered = String(headers['sec-websocket-protocol'] ?? '').split(',');
  return offered.some((protocol) => protocol.trim() === 'mqtt');
}

/** How long (milliseconds) the peer may take to read an answer of a hundred bytes. */
const ANSWER_MS = 1_000;

/** Answers and closes the socket, whatever the peer does: otherwise a half-open one would stay for ever. */
function answerAndDestroy(socket: Duplex, status: string, clock: Clock): void {
  const destroy = (): void => void socket.destroy();
  const timer = clock.setTimeout(destroy, ANSWER_MS).unref();
  socket.once('close', () => timer.cancel());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, destroy);
}
