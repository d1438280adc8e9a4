import type { ListenTarget } from '../filter/connections/listeners.ts';
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

/** The sockets that the resolver takes over: those of its port, if both UDP and TCP of IPv4 are among them; null = it must open its own. */
export function resolverSockets(held: readonly OpenSocket[], port: number): InheritedSockets | null {
  const [udp, tcp] = [at(held, 'udp', port).filter(isUdp), at(held, 'tcp', port).filter(isTcp)];
  const isWhole = [udp, tcp].every((sockets) => sockets.some(({ family }) => family === 4));
  return isWhole ? { udp, tcp } : null;
}

/** Where a layer that takes connections listens: on the sockets of its port if one of IPv4 is among them, else on the port. */
export function listenAt(held: readonly OpenSocket[], port: number): ListenTarget {
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
