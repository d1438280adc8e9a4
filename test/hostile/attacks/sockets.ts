import { connect, type Socket } from 'node:net';
import type { Attack } from '../stand.ts';
import { connectAs, hostileLaptops, untilAborted } from './hostile-laptop.ts';

const SILENT = 2_500;
const HALF_REQUESTS = 200;
const DRIP_MS = 1_000;

/**
 * A stranger's connections, from the same address as the school's laptops: silent ones to the MQTT port, upgrades that are never finished, bodies that drip, and nonsense
 * whose sender does not hang up. An honest laptop that comes in meanwhile must get in.
 */
export const SILENT_SOCKETS: Attack = {
  what: 'a stranger holds thousands of silent and half-finished connections',
  async prepare(stand) {
    const { mqttPort, school } = stand;
    const [latecomer] = await hostileLaptops(stand, 1, 'latecomer');
    if (latecomer === undefined) throw new Error('no laptop');
    return async (signal) => {
      const sockets = new Set<Socket>();
      const hold = (port: number, say: string): Socket => {
        const socket = connect(port, '127.0.0.1');
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => sockets.delete(socket));
        if (say !== '') socket.write(say);
        return socket;
      };
      for (let number = 0; number < SILENT; number++) hold(mqttPort, '');
      for (let number = 0; number < HALF_REQUESTS; number++) {
        hold(
          school.httpPort,
          'GET /mqtt HTTP/1.1\r\nHost: school\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n',
        );
        hold(school.httpPort, 'NONSENSE\r\n\r\n');
        hold(school.httpPort, POST_HEAD);
      }
      const drip = setInterval(() => {
        for (const socket of sockets)
          if (socket.writable && socket.remotePort === school.httpPort) socket.write('x');
      }, DRIP_MS);
      try {
        const arrived = await connectAs(latecomer);
        arrived.destroy();
        await untilAborted(signal);
      } finally {
        clearInterval(drip);
        for (const socket of sockets) socket.destroy();
      }
    };
  },
};

const POST_HEAD =
  'POST /agent/v1/enroll HTTP/1.1\r\nHost: school\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
