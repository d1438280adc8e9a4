import type { AddressInfo, Server } from 'node:net';
import { messageOf } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { HandedServer } from '../../ports/held-socket.ts';
import { codeOf, openAtFreePort, portsToTry } from './port-choice.ts';

/** Where a layer is to listen: on a port of this computer's own addresses (0 = any; where it is taken, on the next that is free), or on sockets that the service manager opened for us. */
export type ListenTarget =
  | { readonly port: number }
  | { readonly sockets: readonly ({ readonly fd: number } | HandedServer)[] };

/** Where a layer listens. */
export interface ListeningPort {
  readonly address: string;
  readonly port: number;
}

export interface Listeners extends Service {
  /** Empty before `start`. */
  ports(): readonly ListeningPort[];
}

/** A computer without IPv6 has no `::1`. */
const NO_SUCH_FAMILY: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/**
 * Listens on 127.0.0.1 and ::1, at the same port, with one server each; never on another address. `start` rejects when no port can be had, and holds none then; a
 * computer without IPv6 has 127.0.0.1 alone.
 */
export function createListeners({
  make,
  listen,
  log,
}: {
  readonly make: () => Server;
  readonly listen: ListenTarget;
  readonly log: Log;
}): Listeners {
  let servers: Server[] = [];

  const open = async (
    where: { readonly fd: number } | HandedServer | { readonly host: string; readonly port: number },
  ) => {
    const server = make();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.once('listening', () => {
        server.off('error', reject);
        resolve();
      });
      if ('handed' in where) where.handed.takeOver(server);
      else server.listen({ ...where, exclusive: true });
    });
    server.on('error', (error) => log.error({ error: messageOf(error) }, 'a listener failed'));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    const closing = servers;
    servers = [];
    await Promise.all(closing.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  const openAll = async (): Promise<void> => {
    if ('sockets' in listen) {
      for (const socket of listen.sockets)
        await open('fd' in socket ? { fd: socket.fd } : { handed: socket.handed });
      return;
    }
    await openAtFreePort(portsToTry(listen.port, true), openBoth);
  };
  const openBoth = async (wanted: number): Promise<void> => {
    try {
      const port = await open({ host: '127.0.0.1', port: wanted });
      await open({ host: '::1', port });
    } catch (error) {
      if (servers.length === 0 || !NO_SUCH_FAMILY.has(codeOf(error))) {
        await close();
        throw error;
      }
      log.warn({ error: messageOf(error) }, 'this computer has no IPv6 address of its own');
    }
  };

  return {
    async start() {
      if (servers.length > 0) return;
      try {
        await openAll();
      } catch (error) {
        await close();
        throw error;
      }
    },
    stop: close,
    ports: () => servers.map((server) => portOf(server.address() as AddressInfo)),
  };
}

function portOf({ address, port }: AddressInfo): ListeningPort {
  return { address, port };
}
