import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';
import { until } from '../../support/until.ts';
import { startProxy } from '../proxy.ts';
import type { Attack } from '../stand.ts';
import { hostileLaptops, openClient, untilAborted } from './hostile-laptop.ts';
import { UPGRADE } from './unread.ts';

/** More than there are places for strangers. */
const SILENT = 4_050;
/** Upgrades that are not answered yet. */
const AT_ONCE = 50;
const LATECOMERS = 10;
/** More than a stranger may ask for in a minute. */
const DOCUMENTS = 70;
const STRANGER = '127.8.1.1';

/** Web sockets without a login, and pages, by a proxy that brings the honest ones as well: laptops from the stranger's own address and from others, and whoever reads a page. */
export const SILENT_BEHIND_PROXY: Attack = {
  what: 'a stranger behind a reverse proxy holds thousands of web sockets and asks for pages without end',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, LATECOMERS, 'proxied');
    return async (signal) => {
      const proxy = await startProxy(stand.school.httpPort);
      const sockets: Socket[] = [];
      const hold = async (): Promise<void> => {
        while (sockets.length < SILENT) await upgrade(proxy.port, sockets);
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, hold));
        const url = `ws://127.0.0.1:${proxy.port}/mqtt`;
        for (const [number, laptop] of laptops.entries()) {
          const localAddress = number % 2 === 0 ? STRANGER : `127.9.1.${number}`;
          // One that is turned away comes again, as the agent does: it is shut out where it never gets in.
          const inside = await until(() => openClient(laptop, { url, localAddress }), {
            what: `a laptop at ${localAddress}`,
          });
          inside.end(true);
        }
        const asked = await documents(proxy.port, STRANGER, DOCUMENTS);
        assert.equal(asked.at(-1), 429, 'the stranger gets no more documents');
        assert.deepEqual(await documents(proxy.port, '127.9.1.1', 1), [200], 'others do');
        await untilAborted(signal);
      } finally {
        for (const socket of sockets) socket.destroy();
        proxy.stop();
      }
    };
  },
};

/** Resolves when the upgrade is answered, or refused. */
function upgrade(port: number, sockets: Socket[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: STRANGER });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.once('data', () => resolve());
    socket.write(UPGRADE);
  });
}

/** @returns the statuses */
async function documents(port: number, localAddress: string, count: number): Promise<readonly number[]> {
  const dispatcher = new Agent({ localAddress });
  const statuses: number[] = [];
  for (let number = 0; number < count; number++) {
    const answer = await request(`http://127.0.0.1:${port}/docs/`, { dispatcher });
    statuses.push(answer.statusCode);
    await answer.body.dump();
  }
  await dispatcher.close();
  return statuses;
}
