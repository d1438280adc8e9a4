import { connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { Clock, Timer } from '../../kit/clock.ts';

/** After this time the next attempt begins beside a slow one (milliseconds; RFC 8305 section 5). */
const ATTEMPT_DELAY_MS = 250;
/** Attempts for one host. A name with thousands of addresses must not open thousands of sockets. */
const MAX_ATTEMPTS = 12;
/**
 * An answer by satellite takes 0.7 s, by a mobile network that is full some seconds, and a first packet that is lost is sent again after 1, 3 and 7 s (RFC 6298). Browsers
 * give up after 20 s and more (milliseconds).
 */
export const CONNECT_TIMEOUT_MS = 15_000;

/** Nobody answered in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

export interface ConnectFirstOptions {
  /** IP addresses, preferred ones first. */
  readonly addresses: readonly string[];
  /** Begins to connect. */
  readonly open: (address: string) => Socket;
  readonly clock: Clock;
  /** Default: `CONNECT_TIMEOUT_MS`, for all attempts together. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Connects to any of a host's addresses, and gives the first connection that succeeds (happy eyeballs, RFC 8305). The families take turns. When an
 * attempt fails, the next begins at once; a slow one goes on while others begin. Node's own `autoSelectFamily` ends a slow one, so that on a slow
 * network only the last address gets a chance. All other connections are closed. @throws the error of the first attempt, when all failed;
 * ConnectTimeout; an AbortError
 */
export function connectFirst(options: ConnectFirstOptions): Promise<Socket> {
  const { open, clock, timeoutMs = CONNECT_TIMEOUT_MS, signal } = options;
  const queue = [...inTurns(options.addresses)].slice(0, MAX_ATTEMPTS);
  const trying = new Set<Socket>();
  return new Promise((resolve, reject) => {
    let first: Error | null = null;
    let next: Timer | null = null;
    let isOver = false;

    const end = (winner: Socket | null, error: Error | null): void => {
      if (isOver) return;
      isOver = true;
      next?.cancel();
      late.cancel();
      signal?.removeEventListener('abort', aborted);
      for (const socket of trying) if (socket !== winner) socket.destroy();
      if (winner !== null) resolve(winner);
      else reject(error ?? new Error('the host has no address'));
    };
    const failed = (socket: Socket, error: Error): void => {
      trying.delete(socket);
      first ??= error;
      if (queue.length > 0) begin();
      else if (trying.size === 0) end(null, first);
    };
    function begin(): void {
      next?.cancel();
      next = null;
      const address = queue.shift();
      if (isOver || address === undefined) return;
      const socket = open(address);
      trying.add(socket);
      const onError = (error: Error): void => {
        // A connection that is closed here may still emit an error.
        socket.on('error', () => undefined);
        failed(socket, error);
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        if (isOver) return;
        socket.off('error', onError);
        end(socket, null);
      });
      if (queue.length > 0) next = clock.setTimeout(begin, ATTEMPT_DELAY_MS);
    }
    const aborted = (): void => end(null, new DOMException('the attempt was given up', 'AbortError'));
    const late = clock.setTimeout(
      () => end(null, new ConnectTimeout(`no connection within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    if (signal?.aborted === true) return aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    if (queue.length === 0) return end(null, null);
    begin();
  });
}

/** RFC 8305 section 4: the families in turn, the preferred one's first; each in its order. */
function inTurns(addresses: readonly string[]): readonly string[] {
  const [preferred = ''] = addresses;
  const isFirst = (address: string): boolean => isIPv6(address) === isIPv6(preferred);
  const [ones, others] = [addresses.filter(isFirst), addresses.filter((address) => !isFirst(address))];
  return ones
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(ones.length));
}

export interface HostToReach {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** A connected socket to a host, at whichever of its addresses answers first. @throws as `connectFirst`, or what the look-up said */
export async function connectToHost({ host, port, lookup, ...options }: HostToReach): Promise<Socket> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, lookup) : [host];
  return connectFirst({
    ...options,
    addresses,
    open: (address) => connect({ host: address, port, noDelay: true }),
  });
}

function addressesOf(host: string, lookup: LookupFunction): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(typeof found === 'string' ? [found] : found.map(({ address }) => address));
    });
  });
}
