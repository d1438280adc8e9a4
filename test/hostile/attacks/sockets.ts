import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../stand.ts';
import { connectAs, hostileLaptops, untilAborted } from './hostile-laptop.ts';

/** More than there are places for strangers of one network. */
const SILENT = 4_500;
/** Of the sockets that come again as soon as they are put out, so many begin in a tick: 2,000 a second. */
const AGAIN_AT_ONCE = 20;
const TICK_MS = 10;
const LATECOMERS = 20;
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

/** Sockets that send the first byte of a ClientHello and no more, from the same address as the school's laptops. */
export const ONE_BYTE: Attack = {
  what: 'a stranger behind the school’s address holds thousands of connections that have said one byte',
  prepare: async (stand) => {
    const laptops = await hostileLaptops(stand, LATECOMERS, 'one-byte');
    return (signal) =>
      whileTheyComeAgain(stand.mqttPort, ['127.0.0.1'], signal, async () => {
        for (const laptop of laptops) (await connectAs(laptop)).destroy();
      });
  },
};

/** The same from three addresses, against laptops at addresses that the server has never seen. */
export const ONE_BYTE_ELSEWHERE: Attack = {
  what: 'three strangers hold thousands of connections that have said one byte, and laptops come from new addresses',
  prepare: async (stand) => {
    const laptops = await hostileLaptops(stand, LATECOMERS, 'elsewhere');
    return (signal) =>
      whileTheyComeAgain(stand.mqttPort, ['127.8.0.1', '127.8.0.2', '127.8.0.3'], signal, async () => {
        for (const [number, laptop] of laptops.entries())
          (await connectAs(laptop, { localAddress: `127.9.0.${number + 1}` })).destroy();
      });
  },
};

/** Holds the sockets, lets the honest ones come once each has been begun, and goes on until the signal. */
async function whileTheyComeAgain(
  port: number,
  addresses: readonly string[],
  signal: AbortSignal,
  comeIn: () => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  let begun = 0;
  const ticking = setInterval(() => {
    for (let number = 0; number < AGAIN_AT_ONCE && sockets.size < SILENT; number++) {
      const localAddress = addresses[begun % addresses.length];
      begun += 1;
      const socket = connect({
        port,
        host: '127.0.0.1',
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('connect', () => socket.write(FIRST_BYTE));
      socket.once('close', () => sockets.delete(socket));
    }
  }, TICK_MS);
  try {
    while (begun < SILENT) await pause(TICK_MS);
    await comeIn();
    await untilAborted(signal);
  } finally {
    clearInterval(ticking);
    for (const socket of sockets) socket.destroy();
  }
}

/** Of a handshake record (RFC 8446, 5.1). */
const FIRST_BYTE = Buffer.of(22);

const POST_HEAD =
  'POST /agent/v1/enroll HTTP/1.1\r\nHost: school\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
