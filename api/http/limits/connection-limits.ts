import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { networkOf } from '../../../kit/networks.ts';
import { EVENT_STREAM } from '../headers/negotiation.ts';
import { BEGUN } from './one-at-a-time.ts';

/** Limits of HTTP connections. The component that takes over an upgraded connection counts it. */
export interface ConnectionLimits {
  readonly total: number;
  /** Connections of strangers from one network (`networkOf`). A trusted proxy brings everybody's connections and has no such limit. */
  readonly perNetwork: number;
  /** A request that has no complete answer after this time is aborted (milliseconds). */
  readonly answerMs: number;
}

export interface ConnectionKeeper {
  /** Marks a connection over which somebody with a valid key or session, or a device, has sent a request. It no longer takes a stranger's place. */
  prove(socket: EndPoint): void;
  /** Stops counting a connection that no longer speaks HTTP. */
  release(socket: EndPoint): void;
}

type EndPoint = Pick<Socket, 'remoteAddress' | 'remotePort'>;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** Start of its present request (monotonic milliseconds); null = it has no request. */
  busySince: number | null;
}

/** The connections of a network by their remote ends, in the order of their last use. */
interface Network {
  readonly strangers: Map<string, Connection>;
  readonly proven: Map<string, Connection>;
}

/** A request keeps its connection for at least this time (milliseconds). Requests and answers of browsers are over by then. */
const PATIENCE_MS = 3_000;

/**
 * Keeps the number of a server's connections within limits. When there are too many, it closes one of the network that has too many, or of
 * the network that has the most. Strangers' connections go before proven ones. Within either kind, the connection that has been idle longest goes
 * first. If all have a request, the connection with the oldest request goes, because its body drips or its answer is not read. So a client
 * that only holds connections open loses them to clients that use theirs.
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
  const networks = new Map<string, Network>();

  const forget = (end: string): void => {
    const known = byEnd.get(end);
    if (known === undefined) return;
    byEnd.delete(end);
    const { strangers, proven } = networks.get(known.network) ?? NOBODY;
    strangers.delete(end);
    proven.delete(end);
    if (strangers.size + proven.size === 0) networks.delete(known.network);
  };
  /** Closes the connection whose place is worth least; the newest one when all others are in use. */
  const dropOne = (some: readonly ReadonlyMap<string, Connection>[], newest: Connection): void => {
    const latest = clock.monotonic() - PATIENCE_MS;
    for (const connections of some) {
      const least = leastOf(connections, { newest, latest });
      if (least !== null) return void least.socket.destroy();
    }
    newest.socket.destroy();
  };
  const largestNetwork = (): Network => {
    let largest = NOBODY;
    for (const network of networks.values()) if (sizeOf(network) > sizeOf(largest)) largest = network;
    return largest;
  };

  server.on('connection', (socket: Socket) => {
    const [end, name] = [endOf(socket), networkOf(socket.remoteAddress)];
    const connection: Connection = { socket, network: name, busySince: null };
    byEnd.set(end, connection);
    const network = networks.get(name) ?? { strangers: new Map(), proven: new Map() };
    networks.set(name, network);
    network.strangers.set(end, connection);
    socket.once('close', () => {
      if (byEnd.get(end) === connection) forget(end);
    });
    if (network.strangers.size > limits.perNetwork && !isProxy(socket.remoteAddress))
      return dropOne([network.strangers], connection);
    if (byEnd.size <= limits.total) return;
    const { strangers, proven } = largestNetwork();
    dropOne([strangers, proven], connection);
  });
  server.on(BEGUN, ({ socket }: IncomingMessage, response: ServerResponse) => {
    const end = endOf(socket);
    const connection = byEnd.get(end);
    if (connection === undefined) return;
    connection.busySince = clock.monotonic();
    const deadline = clock.setTimeout(() => {
      if (!isEventStream(response)) connection.socket.destroy();
    }, limits.answerMs);
    response.once('close', () => {
      deadline.cancel();
      connection.busySince = null;
      const { strangers, proven } = networks.get(connection.network) ?? NOBODY;
      for (const some of [strangers, proven]) if (some.delete(end)) some.set(end, connection);
    });
  });
  return {
    prove(socket) {
      const end = endOf(socket);
      const connection = byEnd.get(end);
      const { strangers, proven } = networks.get(connection?.network ?? '') ?? NOBODY;
      if (connection !== undefined && strangers.delete(end)) proven.set(end, connection);
    },
    release: (socket) => forget(endOf(socket)),
  };
}

/** Whether an answer is meant to stay open. Only people who are signed in get such an answer. */
function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith(EVENT_STREAM);
}

const NOBODY: Network = { strangers: new Map(), proven: new Map() };

function sizeOf({ strangers, proven }: Network): number {
  return strangers.size + proven.size;
}

/** The connection that has been idle longest, else the one whose request began first. Null = all but the newest began later than `latest`. */
function leastOf(
  connections: ReadonlyMap<string, Connection>,
  { newest, latest }: { readonly newest: Connection; readonly latest: number },
): Connection | null {
  let slowest: Connection | null = null;
  let since = latest;
  for (const connection of connections.values()) {
    if (connection === newest) continue;
    if (connection.busySince === null) return connection;
    if (connection.busySince > since) continue;
    slowest = connection;
    since = connection.busySince;
  }
  return slowest;
}

/** The remote end of a connection. A TLS connection and the TCP connection below it have the same one. */
function endOf({ remoteAddress, remotePort }: EndPoint): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`;
}

/** Tests for a trusted proxy. Node's list finds an IPv4 address also inside IPv6. */
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
