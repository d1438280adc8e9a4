import t from 'tap';
import type { HeldSocket } from '../../../../agent/ports/held-socket.ts';
import { listenAt, resolverSockets } from '../../../../agent/worker/held-sockets.ts';

const HELD: readonly HeldSocket[] = [
  { fd: 4, protocol: 'tcp', family: 6, port: 5300 },
  { fd: 5, protocol: 'udp', family: 4, port: 5300 },
  { fd: 6, protocol: 'tcp', family: 4, port: 5300 },
  { fd: 7, protocol: 'tcp', family: 6, port: 8123 },
  { fd: 8, protocol: 'tcp', family: 4, port: 8123 },
  { fd: 9, protocol: 'tcp', family: 6, port: 8443 },
];

t.test('the resolver takes what is held of its port by UDP and TCP, IPv4 first', async (t) => {
  const sockets = resolverSockets(HELD, 5300);
  t.same(sockets?.udp, [HELD[1]]);
  t.same(sockets?.tcp, [HELD[2], HELD[0]]);
});

t.test('the resolver listens itself where one of the two is missing', async (t) => {
  t.equal(resolverSockets([], 5300), null);
  t.equal(resolverSockets(HELD, 5301), null);
  for (const missing of ['udp', 'tcp'])
    t.equal(
      resolverSockets(
        HELD.filter(({ protocol }) => protocol !== missing),
        5300,
      ),
      null,
      missing,
    );
});

t.test('a layer takes the sockets of its port, and listens itself where IPv4 is missing', async (t) => {
  t.same(listenAt(HELD, 8123), { sockets: [HELD[4], HELD[3]] });
  t.same(listenAt(HELD, 8443), { port: 8443 });
  t.same(listenAt([], 0), { port: 0 });
});
