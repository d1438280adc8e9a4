import { connect } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { isSameQuestion } from './message.ts';
import { isAnswerHeader } from './upstream-answer.ts';
import type { UpstreamClient, UpstreamFailure } from './upstream-client.ts';

/** Connecting and the answer together. */
const TCP_TIMEOUT_MS = 3_000;
/** Connections at once to one upstream: answers that do not fit a datagram are rare. */
const MAX_CONNECTIONS = 16;

export interface TcpClientOptions {
  readonly address: string;
  readonly port: number;
  readonly clock: Clock;
}

/** Questions by TCP (RFC 7766), each over a connection of its own. The id stays as it is. */
export class TcpClient implements UpstreamClient {
  readonly #options: TcpClientOptions;
  readonly #underWay = new Set<() => void>();
  #isClosed = false;

  constructor(options: TcpClientOptions) {
    this.#options = options;
  }

  ask(packet: Buffer, questionEnd: number): Promise<Buffer | UpstreamFailure> {
    if (this.#isClosed) return Promise.resolve('unreachable');
    if (this.#underWay.size >= MAX_CONNECTIONS) return Promise.resolve('busy');
    const { address, port, clock } = this.#options;
    return new Promise((resolve) => {
      const socket = connect({ host: address, port, noDelay: true });
      const end = (result: Buffer | UpstreamFailure): void => {
        timer.cancel();
        this.#underWay.delete(abandon);
        socket.destroy();
        resolve(result);
      };
      const abandon = (): void => end('unreachable');
      const timer = clock.setTimeout(() => end('timeout'), TCP_TIMEOUT_MS).unref();
      this.#underWay.add(abandon);
      let received: Buffer = Buffer.alloc(0);
      socket.on('error', abandon);
      socket.on('close', abandon);
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        if (received.length < 2) return;
        const length = received.readUInt16BE(0);
        if (received.length < length + 2) return;
        const message = received.subarray(2, length + 2);
        const isOurs =
          isAnswerHeader(message) &&
          message.readUInt16BE(0) === packet.readUInt16BE(0) &&
          isSameQuestion(message, packet, questionEnd);
        end(isOurs ? message : 'unreachable');
      });
      socket.write(framed(packet));
    });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const abandon of [...this.#underWay]) abandon();
    return Promise.resolve();
  }
}

/** A message behind its length (RFC 1035 section 4.2.2), in one piece, so that it leaves in one segment. */
export function framed(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(message.length + 2);
  frame.writeUInt16BE(message.length, 0);
  message.copy(frame, 2);
  return frame;
}
