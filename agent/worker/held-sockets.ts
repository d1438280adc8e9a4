import type { ListenWish } from '../filter/connections/listeners.ts';
import type { InheritedSockets } from '../filter/dns/listeners.ts';
import type { HeldSocket } from '../ports/held-socket.ts';

/** Where the resolver listens: on held sockets if IPv4 is there by UDP and TCP, for a resolver with one of them alone would be half a resolver. */
export function resolverSockets(held: readonly HeldSocket[], port: number): InheritedSockets | null {
  const [udp, tcp] = [at(held, 'udp', port), at(held, 'tcp', port)];
  const isWhole = [udp, tcp].every((sockets) => sockets.some(({ family }) => family === 4));
  return isWhole ? { udp, tcp } : null;
}

/** Where a layer that takes connections listens: on held sockets if IPv4's is there. */
export function listenAt(held: readonly HeldSocket[], port: number): ListenWish {
  const sockets = at(held, 'tcp', port);
  return sockets.some(({ family }) => family === 4) ? { fds: sockets.map(({ fd }) => fd) } : { port };
}

/** IPv4 first: the first one's port is the layer's. */
function at(
  held: readonly HeldSocket[],
  protocol: HeldSocket['protocol'],
  port: number,
): readonly HeldSocket[] {
  return held
    .filter((socket) => socket.protocol === protocol && socket.port === port)
    .sort((a, b) => a.family - b.family);
}
