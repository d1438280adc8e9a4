import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import { isSameQuestion } from './message.ts';
import { TimeoutQueue, type Waiting } from './timeout-queue.ts';
import { isAnswerHeader } from './upstream-answer.ts';
import type { UpstreamClient, UpstreamFailure } from './upstream-client.ts';

/** How long one datagram is waited for. */
const UDP_TIMEOUT_MS = 1_500;
/** Sockets at once for one upstream: a question goes through one of them by chance. */
const SOCKETS = 8;
/** A socket's port is used for this many questions, or this long, and then given back, so that an attacker who finds it out gains little. */
const MAX_USES = 256;
const MAX_AGE_MS = 10_000;
/** Questions under way at once; a laptop has some dozens. */
const MAX_PENDING = 4_096;
/** Ports for private use (RFC 6335 section 6). */
const FIRST_PORT = 49_152;
const PORTS = 16_384;
/** Bursts: a browser asks thirty names at once. */
const RECEIVE_BUFFER_BYTES = 1 << 18;

export interface UdpClientOptions {
  readonly address: string;
  readonly port: number;
  readonly clock: Clock;
  readonly random: Random;
}

class Pending implements Waiting {
  dueAt = 0;
  earlier: Waiting | null = null;
  later: Waiting | null = null;
  readonly packet: Buffer;
  readonly questionEnd: number;
  /** The socket that it went through last. */
  socket: PortSocket | null = null;
  /** Whether it was sent through a second socket because the first one failed. */
  isResent = false;
  readonly #settle: (result: Buffer | UpstreamFailure) => void;

  constructor(
    { packet, questionEnd }: { readonly packet: Buffer; readonly questionEnd: number },
    settle: (result: Buffer | UpstreamFailure) => void,
  ) {
    this.packet = packet;
    this.questionEnd = questionEnd;
    this.#settle = settle;
  }

  expire(): void {
    this.socket?.expired(this);
    this.#settle('timeout');
  }

  settle(result: Buffer | UpstreamFailure): void {
    this.#settle(result);
  }
}

/** What the client does when one of its sockets turns out to be of no use. */
interface SocketTroubles {
  /** The socket is closed. @param pending the questions that it leaves unanswered */
  failed(pending: readonly Pending[]): void;
  /** A question sent at that time got no answer. @param sentAt monotonic milliseconds */
  silent(sentAt: number): void;
}

/** One socket with a port by chance, connected: the kernel drops what comes from anywhere but the upstream. */
class PortSocket {
  readonly pending = new Map<number, Pending>();
  uses = 0;
  readonly bornAt: number;
  readonly #socket: Socket;
  readonly #timeouts: TimeoutQueue;
  readonly #troubles: SocketTroubles;
  /** Questions that wait for the socket to connect; null = it is connected. */
  #unsent: Pending[] | null = [];
  isOpen = true;
  isRetired = false;
  // For example no route: without this callback the error would be lost.
  readonly #sent = (error: Error | null): void => {
    if (error !== null) this.fail();
  };

  /** @param localPort to try first; when it is taken, the system picks one by chance */
  constructor(
    { address, port, clock }: UdpClientOptions,
    timeouts: TimeoutQueue,
    troubles: SocketTroubles,
    localPort: number,
  ) {
    this.bornAt = clock.monotonic();
    this.#timeouts = timeouts;
    this.#troubles = troubles;
    const family = isIP(address);
    // A look-up that answers at once: `dgram` else asks the system even for an address.
    const lookup = (
      host: string,
      _options: object,
      done: (error: null, address: string, family: number) => void,
    ) => done(null, host, family);
    const type = family === 6 ? 'udp6' : 'udp4';
    this.#socket = createSocket({ type, recvBufferSize: RECEIVE_BUFFER_BYTES, lookup: lookup as never });
    let isBound = false;
    const connect = (): void => {
      // If the port was taken, connecting binds to another one, and this callback runs for that as well.
      if (isBound) return;
      isBound = true;
      if (this.isOpen) this.#socket.connect(port, address);
    };
    this.#socket.on('message', (message) => this.#receive(message));
    this.#socket.on('error', () => (isBound ? this.fail() : connect()));
    this.#socket.on('connect', () => this.#connected());
    this.#socket.bind({ port: localPort, exclusive: true }, connect);
  }

  #connected(): void {
    const unsent = this.#unsent ?? [];
    this.#unsent = null;
    this.#socket.unref();
    for (const pending of unsent)
      if (this.pending.get(pending.packet.readUInt16BE(0)) === pending) this.#send(pending);
  }

  add(id: number, pending: Pending): void {
    this.uses += 1;
    pending.packet.writeUInt16BE(id, 0);
    pending.socket = this;
    this.pending.set(id, pending);
    this.#timeouts.add(pending);
    if (this.#unsent === null) this.#send(pending);
    else this.#unsent.push(pending);
  }

  #send({ packet }: Pending): void {
    this.#socket.send(packet, this.#sent);
  }

  #receive(message: Buffer): void {
    if (!isAnswerHeader(message)) return;
    const id = message.readUInt16BE(0);
    const pending = this.pending.get(id);
    // Wrong id or question: forged or late. The right one may still come.
    if (pending === undefined || !isSameQuestion(message, pending.packet, pending.questionEnd)) return;
    this.forget(pending);
    this.#timeouts.remove(pending);
    pending.settle(message);
  }

  forget(pending: Pending): void {
    this.pending.delete(pending.packet.readUInt16BE(0));
    if (this.isRetired && this.pending.size === 0) this.close();
  }

  expired(pending: Pending): void {
    this.forget(pending);
    this.#troubles.silent(pending.dueAt - UDP_TIMEOUT_MS);
  }

  /** Closes a socket that is broken, or whose peer does not exist according to the system. */
  fail(): void {
    const failed = [...this.pending.values()];
    this.pending.clear();
    this.close();
    for (const pending of failed) this.#timeouts.remove(pending);
    this.#troubles.failed(failed);
  }

  retire(): void {
    this.isRetired = true;
    if (this.pending.size === 0) this.close();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#socket.removeAllListeners();
    this.#socket.on('error', () => undefined);
    this.#socket.close();
  }
}

/**
 * Asks by UDP, each question with a random id and through one of eight random ports that change all the time. An answer that does not match id,
 * question and source is ignored (RFC 5452).
 */
export class UdpClient implements UpstreamClient {
  readonly #options: UdpClientOptions;
  readonly #timeouts: TimeoutQueue;
  readonly #sockets: (PortSocket | undefined)[] = Array.from({ length: SOCKETS }, () => undefined);
  readonly #retired = new Set<PortSocket>();
  readonly #troubles: SocketTroubles = {
    failed: (pending) => this.#resend(pending),
    silent: (sentAt) => this.#retireOlder(sentAt),
  };
  #numbers: Uint8Array = new Uint8Array(0);
  #taken = 0;
  #underWay = 0;
  #isClosed = false;

  constructor(options: UdpClientOptions) {
    this.#options = options;
    this.#timeouts = new TimeoutQueue(options.clock, UDP_TIMEOUT_MS);
  }

  ask(packet: Buffer, questionEnd: number): Promise<Buffer | UpstreamFailure> {
    if (this.#isClosed) return Promise.resolve('unreachable');
    if (this.#underWay >= MAX_PENDING) return Promise.resolve('busy');
    const socket = this.#pick();
    return new Promise((resolve) => {
      const settle = (result: Buffer | UpstreamFailure): void => {
        this.#underWay -= 1;
        resolve(result);
      };
      this.#underWay += 1;
      this.#send(socket, new Pending({ packet, questionEnd }, settle));
    });
  }

  #send(socket: PortSocket, pending: Pending): void {
    let id = this.#number16();
    while (socket.pending.has(id)) id = this.#number16();
    socket.add(id, pending);
  }

  /** The questions of a socket that failed. The error may be the socket's own, so each goes once more through a fresh one before the upstream is blamed. */
  #resend(failed: readonly Pending[]): void {
    this.#retireOlder(this.#options.clock.monotonic());
    for (const pending of failed) {
      if (pending.isResent || this.#isClosed) {
        pending.settle('unreachable');
        continue;
      }
      pending.isResent = true;
      this.#send(this.#pick(), pending);
    }
  }

  /**
   * Retires old sockets. A connected socket keeps its source address, so that after a change of networks it reaches nobody, and its silence says
   * nothing about the upstream. @param until sockets of this age or older, monotonic milliseconds
   */
  #retireOlder(until: number): void {
    for (const [slot, socket] of this.#sockets.entries()) {
      if (socket === undefined || socket.bornAt > until) continue;
      this.#sockets[slot] = undefined;
      this.#retire(socket);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of [...this.#sockets, ...this.#retired]) socket?.fail();
    this.#retired.clear();
    return Promise.resolve();
  }

  #pick(): PortSocket {
    const slot = this.#number16() % SOCKETS;
    const socket = this.#sockets[slot];
    const isFit =
      socket?.isOpen === true &&
      socket.uses < MAX_USES &&
      this.#options.clock.monotonic() - socket.bornAt < MAX_AGE_MS;
    if (isFit) return socket;
    if (socket !== undefined) this.#retire(socket);
    const localPort = FIRST_PORT + (this.#number16() % PORTS);
    const fresh = new PortSocket(this.#options, this.#timeouts, this.#troubles, localPort);
    this.#sockets[slot] = fresh;
    return fresh;
  }

  #retire(socket: PortSocket): void {
    socket.retire();
    for (const old of this.#retired) if (!old.isOpen) this.#retired.delete(old);
    if (socket.isOpen) this.#retired.add(socket);
  }

  /** Cryptographically random numbers, fetched by the kilobyte. */
  #number16(): number {
    if (this.#taken + 2 > this.#numbers.length) {
      this.#numbers = this.#options.random.bytes(1_024);
      this.#taken = 0;
    }
    const number = ((this.#numbers[this.#taken] ?? 0) << 8) | (this.#numbers[this.#taken + 1] ?? 0);
    this.#taken += 2;
    return number;
  }
}
