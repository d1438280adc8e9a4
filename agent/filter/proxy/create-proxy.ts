import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { createLifecycle, type Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import type { Connections, Programs } from '../connections/client-origin.ts';
import type { Egress } from '../connections/egress.ts';
import { createListeners, type ListeningPort, type ListenTarget } from '../connections/listeners.ts';
import { createOpenConnections } from '../connections/open-connections.ts';
import type { FilterState } from '../filter-state.ts';
import type { Judge } from '../judge.ts';
import type { AccessRequest } from '../pages/access-requests.ts';
import { createPages } from '../pages/create-pages.ts';
import type { Recorder } from '../recorder.ts';
import { createHandlers } from './handlers.ts';
import { createHttpForwarder, MAX_HEADER_BYTES } from './http-forwarder.ts';
import { createSenders } from './senders.ts';
import { createTunnels } from './tunnels.ts';

/** A browser opens up to 32 to a proxy; several browsers and programs (a listener). */
const MAX_CONNECTIONS = 1_024;
/** From the first byte of a request to the end of its fields (milliseconds). */
const HEADERS_TIMEOUT_MS = 30_000;
/** How long a client connection may be silent, within a request or between two (milliseconds). */
const SILENCE_LIMIT_MS = 300_000;

export interface ProxyDependencies {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly egress: Egress;
  readonly connections: Connections;
  readonly programs: Programs;
  /** What the filter works from now, for the pages; null = nothing was received yet. */
  readonly state: () => FilterState | null;
  /** Hears of each request for access, at most a few in ten minutes. Must not throw. */
  readonly onAccessRequest: (request: AccessRequest) => void;
  /** Networks whose devices browsers may open now, CIDR. */
  readonly localNetworks: () => readonly string[];
  /** Where the lock page is; null = there is none. */
  readonly lockPageUrl: () => string | null;
  readonly agentVersion: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly listen: ListenTarget;
}

/** The explicit proxy of this computer, with the PAC file and our own pages on the same port. */
export interface FilterProxy extends Service {
  /** Where it listens; empty before `start`. */
  ports(): readonly ListeningPort[];
  /** To be called when the filter's state has changed: what is blocked now is cut before it returns. */
  recheck(): void;
  /** How many requests and tunnels are on their way. */
  connections(): number;
}

/** Wires the parts. It answers this computer only. */
export function createProxy(deps: ProxyDependencies): FilterProxy {
  const { judge, recorder, egress, clock, log, listen } = deps;
  const clients = new Set<Socket>();
  const forwarder = createHttpForwarder(egress);
  let mode = judge.mode();
  let since = clock.now();
  const open = createOpenConnections({
    judge,
    recorder,
    clock,
    log,
    onChange: () => {
      forwarder.closeIdle();
      if (judge.mode() === mode) return;
      mode = judge.mode();
      since = clock.now();
    },
  });
  const port = (): number => listeners.ports()[0]?.port ?? 0;
  const pages = createPages({ ...deps, port, since: () => since });
  const handlers = createHandlers({
    requests: { judge, recorder, open, pages, port, senderOf: createSenders(deps) },
    tunnels: createTunnels({ judge, recorder, egress, open, pages, clock }),
    forwarder,
    log,
  });
  const make = (): Server => {
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: 0,
        // Otherwise Node answers such a request itself, and our count of answers (handlers.ts) misses it.
        requireHostHeader: false,
        noDelay: true,
      },
      handlers.request,
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.timeout = SILENCE_LIMIT_MS;
    server.on('checkContinue', handlers.request);
    server.on('checkExpectation', handlers.request);
    server.on('upgrade', handlers.upgrade);
    server.on('connect', (request, stream, head) => handlers.connect(server, request, stream, head));
    server.on('connection', (socket) => {
      if (clients.has(socket)) return;
      clients.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => clients.delete(socket));
    });
    return server;
  };
  const listeners = createListeners({ make, listen, log });
  const cutClients: Service = {
    start: () => Promise.resolve(),
    stop: () => {
      for (const client of clients) client.resetAndDestroy();
      forwarder.closeIdle();
      return Promise.resolve();
    },
  };
  // Stopped in the reverse order: open connections first, for a listener waits for its own.
  const services = createLifecycle([listeners, cutClients, open]);
  return {
    start: () => services.start(),
    stop: () => services.stop(),
    ports: listeners.ports,
    recheck: open.recheck,
    connections: open.count,
  };
}
