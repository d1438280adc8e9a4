import type { Socket } from 'node:net';
import { type ClientHello, readClientHello } from './client-hello.ts';
import type { Clock } from './clock.ts';

/** Longest ClientHello (bytes). The largest of browsers, with post-quantum keys and a resumption ticket, is under 5 kB. */
const MAX_HELLO_BYTES = 32_768;
/** From the first byte to the last (milliseconds): a slow sender is cut off. */
const HELLO_TIMEOUT_MS = 10_000;

export type HelloResult =
  | { readonly state: 'hello'; readonly hello: ClientHello; readonly bytes: Buffer }
  /** `silent`: too slow, or it ended or broke before the message was complete. `stranger`: no TLS, or TLS that can be read in more than one way. */
  | { readonly state: 'silent'; readonly why: string }
  | { readonly state: 'stranger'; readonly why: string };

export interface HelloTools {
  readonly clock: Clock;
  /** Bytes of the connection that were read already. */
  readonly head?: Buffer;
  /** A hello that is longer, or announces it, is a stranger's. */
  readonly maxBytes?: number;
}

/**
 * Reads the ClientHello from a socket, in whatever pieces it comes, with all bytes after it. The socket is left paused, and nothing of it is lost. Never
 * rejects; the caller handles the socket's errors.
 */
export function takeClientHello(
  socket: Socket,
  { clock, head = Buffer.alloc(0), maxBytes = MAX_HELLO_BYTES }: HelloTools,
): Promise<HelloResult> {
  return new Promise((resolve) => {
    let bytes = head;
    let needed = 0;
    const settle = (result: HelloResult): void => {
      timer.cancel();
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.pause();
      resolve(result);
    };
    const look = (): void => {
      if (bytes.length < needed) return;
      const reading = readClientHello(bytes);
      if (reading.state === 'hello') settle({ state: 'hello', hello: reading.hello, bytes });
      else if (reading.state === 'invalid') settle({ state: 'stranger', why: reading.why });
      else needed = reading.needed;
      if (Math.max(needed, bytes.length) > maxBytes && reading.state === 'more')
        settle({ state: 'stranger', why: 'too long' });
    };
    const onData = (chunk: Buffer): void => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      look();
    };
    const onEnd = (): void => settle({ state: 'silent', why: 'ended before its ClientHello' });
    const timer = clock.setTimeout(() => settle({ state: 'silent', why: 'too slow' }), HELLO_TIMEOUT_MS);
    if (socket.destroyed || socket.readableEnded) return onEnd();
    socket.on('data', onData).on('end', onEnd).on('close', onEnd);
    // The socket may be paused, by us or by its previous owner.
    socket.resume();
    if (bytes.length > 0) look();
  });
}
