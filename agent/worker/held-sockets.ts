import type { ListenWish } from '../filter/connections/listeners.ts';
import type { InheritedSockets } from '../filter/dns/listeners.ts';
import type {
  HandedDatagrams,
  HandedServer,
  HandedSocket,
  HeldPort,
  HeldSocket,
} from '../ports/held-socket.ts';

/** A socket of this worker that was open before it. */
export type OpenSocket = HeldSocket | HandedSocket;

/** Where the resolver listens: on held sockets if IPv4 is there by UDP and TCP, for a resolver with one of them alone would be half a resolver. */
export function resolverSockets(held: readonly OpenSocket[], port: number): InheritedSockets | null {
  const [udp, tcp] = [at(held, 'udp', port).filter(isUdp), at(held, 'tcp', port).filter(isTcp)];
  const isWhole = [udp, tcp].every((sockets) => sockets.some(({ family }) => family === 4));
  return isWhole ? { udp, tcp } : null;
}

/** Where a layer that takes connections listens: on held sockets if IPv4's is there. */
export function listenAt(held: readonly OpenSocket[], port: number): ListenWish {
  const sockets = at(held, 'tcp', port).filter(isTcp);
  return sockets.some(({ family }) => family === 4) ? { sockets } : { port };
}

/** IPv4 first: the first one's port is the layer's. */
function at(
  held: readonly OpenSocket[],
  protocol: HeldPort['protocol'],
  port: number,
): readonly OpenSocket[] {
  return held
    .filter((socket) => socket.protocol === protocol && socket.port === port)
    .sort((a, b) => a.family - b.family);
}

function isTcp(socket: OpenSocket): socket is HeldPort & (HeldSocket | HandedServer) {
  return 'fd' in socket || 'handed' in socket;
}

function isUdp(socket: OpenSocket): socket is HeldPort & (HeldSocket | HandedDatagrams) {
  return 'fd' in socket || 'datagrams' in socket;
}
