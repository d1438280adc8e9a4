import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { networkOf } from '../../../kit/networks.ts';
import { BEGUN } from './one-at-a-time.ts';

/** How many HTTP connections there may be at a time. Upgraded ones are counted by whoever takes them over. */
export interface ConnectionLimits {
  readonly total: number;
  /** Of strangers from one network (`networkOf`); a trusted proxy brings everybody's and has no such limit. */
  readonly perNetwork: number;
  /** A request that is not answered whole in this time is given up (milliseconds). */
  readonly answerMs: number;
}

export interface ConnectionKeeper {
  /** Somebody with a valid key or session, or a device, has asked over a connection: it takes no stranger's place any more. */
  prove(socket: EndPoint): void;
  /** Counts a connection no more: it has become something else than HTTP. */
  release(socket: EndPoint): void;
}

type EndPoint = Pick<Socket, 'remoteAddress' | 'remotePort'>;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** When its present request began (monotonic milliseconds); null = it has none. */
  busySince: number | null;
}

/** The connections of a network by their other ends, in the order in which they were last used. */
interface Network {
  readonly strangers: Map<string, Connection>;
  readonly proven: Map<string, Connection>;
}

/** So long (milliseconds) a request keeps its connection, whatever it does: what is sent and read as a browser does is over by then. */
const PATIENCE_MS = 3_000;

/**
 * Keeps the connections of a server within limits. Where there are too many, a stranger's goes before one that somebody has proven: the one that has been without a
 * request for the longest time; where all have one, that whose request has taken longest, for its body drips or its answer is not read. It goes of the network that has too
 * many, or of the one that has most. Who holds connections open loses them to who uses theirs.
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
  /** Ends the one of these whose place is worth the least; the newest where each is needed. */
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
    const deadline = clock.setTimeout(() => connection.socket.destroy(), limits.answerMs);
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

const NOBODY: Network = { strangers: new Map(), proven: new Map() };

function sizeOf({ strangers, proven }: Network): number {
  return strangers.size + proven.size;
}

/** The one that has been idle for the longest time, else the one whose request began first; null where all but the newest began later than `latest`. */
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
