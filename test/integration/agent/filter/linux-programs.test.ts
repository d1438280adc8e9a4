import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import type { Peer } from '../../../../agent/filter/connections/client-origin.ts';
import { createConnectionTable } from '../../../../agent/filter/relay/connection-table.ts';
import { createLinuxPrograms } from '../../../../agent/filter/relay/linux-programs.ts';
import { createFileReader } from '../../../../agent/os/file-reader.ts';
import { createSocketPrograms } from '../../../../agent/os/linux/socket-programs.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { freePort } from '../../../support/child-process.ts';
import { until } from '../../../support/until.ts';
import { listening, tcpServer } from './stand-servers.ts';

const skip = process.platform === 'linux' ? false : 'only Linux has /proc';

/** A server that accepts one connection after the other. */
async function startServer(t: Test) {
  const accepted: Socket[] = [];
  const server = tcpServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    // Ends when its client ends, and not before.
    socket.on('end', () => socket.end());
    socket.resume();
  });
  const port = await listening(server, t.teardown.bind(t));
  return {
    port,
    async connectFrom(localPort: number): Promise<{ readonly client: Socket; readonly peer: Peer }> {
      const known = accepted.length;
      const client = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', localPort });
      t.teardown(() => client.destroy());
      await once(client, 'connect');
      const socket = await until(() => accepted[known], { what: 'the connection' });
      return { client, peer: { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 } };
    },
  };
}

function createParts() {
  const connections = createConnectionTable({ files: createFileReader({ root: '/' }), ownPorts: () => [] });
  const { programOf } = createSocketPrograms({ clock: systemClock });
  const wanted = () => true;
  return {
    origins: connections,
    programs: createLinuxPrograms({ connections, programOf, wanted, clock: systemClock }),
  };
}

t.test(
  'a connection of this very program is found in the kernel’s tables, and the program by it',
  { skip },
  async (t) => {
    const server = await startServer(t);
    const { peer } = await server.connectFrom(0);
    const { origins, programs } = createParts();
    const origin = await origins.originOf(peer);
    t.equal(origin?.address, '127.0.0.1');
    t.equal(origin?.port, server.port);
    t.equal(origin?.uid, process.getuid?.());
    // The first search may come too late on a busy machine; it knows the program of the next.
    const program = await until(() => programs.programOf(peer), { what: 'the program' });
    t.match(program, /^node/);
    t.equal(await programs.programOf({ address: '192.0.2.1', port: 1 }), null);
  },
);

t.test('ended connections from the same port are not taken for it', { skip }, async (t) => {
  // Chosen by us, or the system would not give it twice.
  const localPort = await freePort();
  // Their rows stay for a minute, in TIME_WAIT, before the new one and behind it.
  for (let times = 0; times < 10; times++) {
    const { client } = await (await startServer(t)).connectFrom(localPort);
    client.end();
    await once(client, 'close');
  }
  const server = await startServer(t);
  const { peer } = await server.connectFrom(localPort);
  t.equal(peer.port, localPort);
  const { origins, programs } = createParts();
  t.equal((await origins.originOf(peer))?.port, server.port);
  t.match(await until(() => programs.programOf(peer), { what: 'the program' }), /^node/);
});
