import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import {
  type Accepted,
  acceptedFrom,
  isAbandoned,
} from '../../../../agent/filter/connections/client-origin.ts';
import { createConnectionTable } from '../../../../agent/filter/connections/connection-table.ts';
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
    async connectFrom(localPort: number): Promise<{ readonly client: Socket; readonly accepted: Accepted }> {
      const known = accepted.length;
      const client = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1', localPort });
      t.teardown(() => client.destroy());
      await once(client, 'connect');
      const socket = await until(() => accepted[known], { what: 'the connection' });
      return { client, accepted: acceptedFrom(socket, null) };
    },
  };
}

function createParts() {
  const connections = createConnectionTable({ files: createFileReader({ root: '/' }) });
  const { programOf } = createSocketPrograms({ clock: systemClock });
  const wanted = () => true;
  return {
    connections,
    programs: createLinuxPrograms({ programOf, wanted, clock: systemClock }),
  };
}

t.test(
  'a connection of this very program is found in the kernel’s tables, and the program by it',
  { skip },
  async (t) => {
    const server = await startServer(t);
    const { accepted } = await server.connectFrom(0);
    const { connections, programs } = createParts();
    const found = await connections.clientOf(accepted);
    t.ok(found);
    if (found === null) return;
    t.equal(found.wanted, null, 'it was meant for us');
    t.equal(found.uid, process.getuid?.());
    const turned = await connections.clientOf({ ...accepted, ownPort: 1, turnedPort: server.port });
    t.same(turned?.wanted, { address: '127.0.0.1', port: server.port });
    t.match(await programs.programOf(found), /^node/);
    const nobody = { ...accepted, peer: { address: '192.0.2.1', port: 1 } };
    t.equal(await connections.clientOf(nobody), null);
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
  const { accepted } = await server.connectFrom(localPort);
  t.equal(accepted.peer.port, localPort);
  const { connections, programs } = createParts();
  const found = await connections.clientOf(accepted);
  t.ok(found);
  if (found === null) return;
  t.match(await programs.programOf(found), /^node/);
});

t.test(
  'a connection whose program has let go of it is no connection of the system’s',
  { skip },
  async (t) => {
    const held: Socket[] = [];
    const server = tcpServer((socket) => {
      held.push(socket);
      socket.on('error', () => undefined);
    });
    const port = await listening(server, t.teardown.bind(t));
    const client = connect({ port, host: '127.0.0.1' });
    await once(client, 'connect');
    const socket = await until(() => held[0], { what: 'the connection' });
    client.destroy();
    await once(client, 'close');
    const { connections } = createParts();
    const found = await connections.clientOf(acceptedFrom(socket, null));
    // The kernel names root as its owner.
    t.equal(found?.uid, 0);
    t.ok(isAbandoned(found));
  },
);
