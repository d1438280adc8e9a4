import { connect } from 'node:net';
import t from 'tap';
import type { Peer } from '../../../../agent/filter/connections/client-origin.ts';
import { createConnectionTable } from '../../../../agent/filter/relay/connection-table.ts';
import { createLinuxPrograms } from '../../../../agent/filter/relay/linux-programs.ts';
import { createFileReader } from '../../../../agent/os/file-reader.ts';
import { createSocketPrograms } from '../../../../agent/os/linux/socket-programs.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { until } from '../../../support/until.ts';
import { listening, tcpServer } from './stand-servers.ts';

const skip = process.platform === 'linux' ? false : 'only Linux has /proc';

t.test(
  'a connection of this very program is found in the kernel’s tables, and the program by it',
  { skip },
  async (t) => {
    let peer: Peer | null = null;
    const accepted = new Promise<void>((resolve) => {
      const server = tcpServer((socket) => {
        peer = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 };
        resolve();
      });
      listening(server, t.teardown.bind(t)).then((port) => {
        const client = connect(port, '127.0.0.1');
        t.teardown(() => client.destroy());
        client.on('error', () => undefined);
      }, t.threw);
    });
    await accepted;
    const origins = createConnectionTable({ files: createFileReader({ root: '/' }), ownPorts: () => [] });
    const { programOf } = createSocketPrograms({ clock: systemClock });
    const programs = createLinuxPrograms({
      connections: origins,
      programOf,
      wanted: () => true,
      clock: systemClock,
    });
    const known = peer ?? { address: '', port: 0 };
    const origin = await origins.originOf(known);
    t.equal(origin?.address, '127.0.0.1');
    t.equal(origin?.uid, process.getuid?.());
    // The first search may come too late on a busy machine; it knows the program of the next.
    const program = await until(() => programs.programOf(known), { what: 'the program' });
    t.match(program, /^node/);
    t.equal(await programs.programOf({ address: '192.0.2.1', port: 1 }), null);
  },
);
