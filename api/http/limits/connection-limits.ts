import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { networkOf } from './network.ts';
import { BEGUN } from './one-at-a-time.ts';

/** How many HTTP connections there may be at a time. Upgraded ones are counted by whoever takes them over. */
export interface ConnectionLimits {
  readonly total: number;
  /** From one network (`networkOf`); a trusted proxy brings everybody's and has no such limit. */
  readonly perNetwork: number;
  /** A request that is not answered whole in this time is given up (milliseconds). */
  readonly answerMs: number;
}

export interface ConnectionKeeper {
  /** Counts a connection no more: it has become something else than HTTP. */
  release(socket: EndPoint): void;
}

type EndPoint = Pick<Socket, 'remoteAddress' | 'remotePort'>;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** A request of it is being answered. */
  busy: boolean;
}

/**
 * Keeps the connections of a server within limits. Where there are too many, the one goes that has been without a request for the longest time: of the network
 * that has too many, or of the one that has most. Who holds connections open loses them to who uses theirs.
 */
export function limitConnections(
  server: Server,
  {
    limits,
    trustProxy,
    clock,
  }: { readonly limits: ConnectionLimits; readonly trustProxy: readonly string[]; readonly clock: Clock },
): ConnectionKeeper {
  const isProxy = proxyMatcher(trustProxy);
  const byEnd = new Map<string, Connection>();
  /** Those of a network stand in the order in which they were last used. */
  const networks = new Map<string, Map<string, Connection>>();

  const forget = (end: string): void => {
    const known = byEnd.get(end);
    if (known === undefined) return;
    byEnd.delete(end);
    const others = networks.get(known.network);
    others?.delete(end);
    if (others?.size === 0) networks.delete(known.network);
  };
  const dropIdlest = (network: string, newest: Connection): void => {
    const all = [...(networks.get(network)?.values() ?? [])];
    const idle = all.find(({ busy }) => !busy);
    (idle ?? newest).socket.destroy();
  };
  const largestNetwork = (): string => {
    let largest = { name: '', size: 0 };
    for (const [name, { size }] of networks) if (size > largest.size) largest = { name, size };
    return largest.name;
  };

  server.on('connection', (socket: Socket) => {
    const [end, network] = [endOf(socket), networkOf(socket.remoteAddress)];
    const connection: Connection = { socket, network, busy: false };
    byEnd.set(end, connection);
    const ofNetwork = networks.get(network) ?? new Map<string, Connection>();
    networks.set(network, ofNetwork.set(end, connection));
    socket.once('close', () => {
      if (byEnd.get(end) === connection) forget(end);
    });
    if (ofNetwork.size > limits.perNetwork && !isProxy(socket.remoteAddress))
      return dropIdlest(network, connection);
    if (byEnd.size > limits.total) dropIdlest(largestNetwork(), connection);
  });
  server.on(BEGUN, ({ socket }: IncomingMessage, response: ServerResponse) => {
    const end = endOf(socket);
    const connection = byEnd.get(end);
    if (connection === undefined) return;
    connection.busy = true;
    const deadline = clock.setTimeout(() => connection.socket.destroy(), limits.answerMs);
    response.once('close', () => {
      deadline.cancel();
      connection.busy = false;
      const ofNetwork = networks.get(connection.network);
      if (ofNetwork?.delete(end) === true) ofNetwork.set(end, connection);
    });
  });
  return { release: (socket) => forget(endOf(socket)) };
}

/** A connection under TLS and the one that it runs over have the same other end. */
function endOf({ remoteAddress, remotePort }: EndPoint): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`;
}

/** Node’s list finds an IPv4 address also where IPv6 carries it. */
function proxyMatcher(cidrs: readonly string[]): (address: string | undefined) => boolean {
  const proxies = new BlockList();
  for (const cidr of cidrs) {
    const [base = '', bits] = cidr.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(base) === 0) continue;
    if (bits === undefined) proxies.addAddress(base, family);
    else proxies.addSubnet(base, Number(bits), family);
  }
  return (address = '') => {
    const version = isIP(address);
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
