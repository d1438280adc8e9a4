import { createServer, type Server, type Socket } from 'node:net';
import type { Clock, Timer } from '../../../kit/clock.ts';
import type { HandedServer } from '../../ports/held-socket.ts';
import { acceptedFrom, type Connections, isAbandoned } from '../connections/client-origin.ts';
import type { QueryHandler } from './query-handler.ts';
import { framed } from './tcp-client.ts';
import type { ListenAt, Listener } from './udp-listener.ts';

/** Connections of programs on this computer. One more closes the one that was idle longest. */
const MAX_CONNECTIONS = 64;
/** Questions of one connection under way. No more are read until some are answered. */
const MAX_PENDING = 32;
/** Bytes of answers that a slow reader has not taken; with more its connection is closed. */
const MAX_UNSENT_BYTES = 256 * 1_024;
/** The port of look-ups that a firewall redirects to us. */
const LOOK_UP_PORT = 53;
/** RFC 7766 section 6.2.3: some seconds. Also how long a message may take to come in, and an answer to be taken. */
const IDLE_MS = 10_000;

export interface TcpListenerDependencies {
  readonly handler: Pick<QueryHandler, 'take'>;
  readonly clock: Clock;
  /** Tells whose a connection is; absent = nobody can. */
  readonly connections?: Connections | undefined;
}

/** Takes questions by TCP (RFC 7766): several a connection, answered as they are ready. @throws Error of the system when the address cannot be had */
export function listenTcp(at: ListenAt | HandedServer, deps: TcpListenerDependencies): Promise<Listener> {
  const open = new Set<Connection>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (open.size >= MAX_CONNECTIONS) closeIdlest(open);
    const connection = new Connection(socket, { ...deps, onClosed: () => open.delete(connection) });
    open.add(connection);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      // For example too many open files: it accepts connections again later.
      server.on('error', () => undefined);
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ port, close: () => closeServer(server, open) });
    });
    if ('handed' in at) at.handed.takeOver(server);
    else server.listen('fd' in at ? { fd: at.fd } : { host: at.address, port: at.port, exclusive: true });
  });
}

function closeIdlest(open: ReadonlySet<Connection>): void {
  const [idlest] = [...open].sort((a, b) => a.activeAt - b.activeAt);
  idlest?.close();
}

function closeServer(server: Server, open: ReadonlySet<Connection>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of [...open]) connection.close();
  });
}

class Connection {
  /** Monotonic milliseconds of the last whole question or taken answer. */
  activeAt: number;
  readonly #socket: Socket;
  readonly #deps: TcpListenerDependencies & { readonly onClosed: () => void };
  #received: Buffer = Buffer.alloc(0);
  /** User id of the program at the other end; null = not known. */
  #uid: number | null = null;
  #pending = 0;
  #hasEnded = false;
  #timer: Timer;

  constructor(socket: Socket, deps: TcpListenerDependencies & { readonly onClosed: () => void }) {
    this.#socket = socket;
    this.#deps = deps;
    this.activeAt = deps.clock.monotonic();
    this.#timer = this.#watch(IDLE_MS);
    void this.#begin();
    socket.on('end', () => {
      this.#hasEnded = true;
      this.#endIfDone();
    });
    socket.on('drain', () => {
      this.activeAt = deps.clock.monotonic();
    });
    socket.on('error', () => this.close());
    socket.on('close', () => this.close());
  }

  /** Finds out who asks before anything is read, because a program that has its answer may be gone. */
  async #begin(): Promise<void> {
    const { connections } = this.#deps;
    if (connections !== undefined) {
      const client = await connections.clientOf(acceptedFrom(this.#socket, LOOK_UP_PORT));
      this.#uid = client === null || isAbandoned(client) ? null : client.uid;
    }
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  close(): void {
    this.#timer.cancel();
    this.#socket.destroy();
    this.#deps.onClosed();
  }

  #watch(delayMs: number): Timer {
    const { clock } = this.#deps;
    return clock
      .setTimeout(() => {
        const left = this.activeAt + IDLE_MS - clock.monotonic();
        if (left <= 0) this.close();
        else this.#timer = this.#watch(left);
      }, delayMs)
      .unref();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#takeMessages();
  }

  /** Takes the complete messages, until one of them closes the connection. */
  #takeMessages(): void {
    while (!this.#socket.destroyed && this.#pending < MAX_PENDING && this.#received.length >= 2) {
      const end = this.#received.readUInt16BE(0) + 2;
      if (this.#received.length < end) break;
      // A copy, so that a question under way does not keep the whole received buffer in memory.
      const message = Buffer.from(this.#received.subarray(2, end));
      this.#received = this.#received.subarray(end);
      this.#answer(message);
    }
    if (this.#pending >= MAX_PENDING) this.#socket.pause();
  }

  #answer(message: Buffer): void {
    this.activeAt = this.#deps.clock.monotonic();
    let isAnswered = false;
    this.#pending += 1;
    const answer = (reply: Buffer): void => {
      isAnswered = true;
      this.#pending -= 1;
      this.#send(reply);
    };
    this.#deps.handler.take(message, answer, () => this.#uid);
    // A packet that deserves no answer, on a connection that could carry real questions, ends it (RFC 7766 section 8).
    if (!isAnswered && isAnswer(message)) this.close();
  }

  #send(reply: Buffer): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    socket.write(framed(reply));
    if (socket.writableLength > MAX_UNSENT_BYTES) this.close();
    else if (socket.isPaused() && this.#pending < MAX_PENDING) {
      socket.resume();
      // In the next turn, or answers from the cache would nest as deep as there are waiting questions.
      setImmediate(() => this.#takeMessages());
    }
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#hasEnded && this.#pending === 0 && this.#received.length < 2) this.#socket.end();
  }
}

/** Whether a packet gets no answer at all: it is shorter than a header, or itself an answer. */
function isAnswer(message: Buffer): boolean {
  return message.length < 12 || ((message[2] ?? 0) & 0x80) !== 0;
}
