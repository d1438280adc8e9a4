import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { NO_CONNECTIONS, NO_PROGRAMS } from '../../../../agent/filter/connections/client-origin.ts';
import type { AccessRequest } from '../../../../agent/filter/pages/access-requests.ts';
import {
  createProxy,
  type FilterProxy,
  type ProxyDependencies,
} from '../../../../agent/filter/proxy/create-proxy.ts';
import {
  createRelay,
  type Relay,
  type RelayDependencies,
} from '../../../../agent/filter/relay/create-relay.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import {
  createStandInternet,
  createStandJudge,
  createStandRecorder,
  type StandInternet,
  type StandJudge,
  type StandRecorder,
} from '../../../support/filter-stand.ts';
import { createTestIdentity } from '../../../support/test-identity.ts';

type Teardown = (work: () => unknown) => void;

export interface Stand {
  readonly judge: StandJudge;
  readonly recorder: StandRecorder;
  readonly internet: StandInternet;
  /** Begins a plain http site at a name and a public address. */
  site(name: string, address: string, answer: RequestListener, port?: number): Promise<void>;
  /** Begins a TLS site that hears what is sent and says it back, after its greeting `hello NAME`. */
  tlsSite(name: string, address: string): Promise<TlsSite>;
}

export interface TlsSite {
  /** Server names that clients showed, in order of their handshakes. */
  readonly shown: string[];
  /** Connections that were accepted, with or without a handshake. */
  connections(): number;
}

export function createStand(teardown: Teardown): Stand {
  const judge = createStandJudge();
  const internet = createStandInternet(judge);
  return {
    judge,
    internet,
    recorder: createStandRecorder(),
    async site(name, address, answer, port = 80) {
      const server = createHttpServer(answer);
      internet.servers.set(`${address}:${port}`, await listening(server, teardown));
      internet.names.set(name, [address]);
    },
    async tlsSite(name, address) {
      const shown: string[] = [];
      let accepted = 0;
      const server = createTlsServer(await createTestIdentity(), (socket) => {
        shown.push(socket.servername || '');
        socket.on('error', () => undefined);
        socket.write(`hello ${name}`);
        socket.pipe(socket);
      });
      server.on('connection', () => {
        accepted += 1;
      });
      server.on('tlsClientError', () => undefined);
      internet.servers.set(`${address}:443`, await listening(server, teardown));
      internet.names.set(name, [address]);
      return { shown, connections: () => accepted };
    },
  };
}

/** Listens on 127.0.0.1 until the test ends; gives the port. */
export async function listening(server: Server, teardown: Teardown): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  teardown(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A server of bytes. */
export function tcpServer(onSocket: (socket: Socket) => void): Server {
  return createTcpServer({ allowHalfOpen: true }, onSocket);
}

export async function startRelay(
  stand: Stand,
  teardown: Teardown,
  more: Partial<RelayDependencies> = {},
): Promise<{ readonly relay: Relay; readonly port: number }> {
  const { judge, recorder, internet } = stand;
  const relay = createRelay({
    judge,
    recorder,
    egress: internet.egress,
    connections: NO_CONNECTIONS,
    programs: NO_PROGRAMS,
    isDohAddress: (address) => internet.dohAddresses.has(address),
    gaveOut: () => null,
    isLocalOpen: () => false,
    clock: systemClock,
    log: silentLog,
    listen: { port: 0 },
    ...more,
  });
  await relay.start();
  teardown(() => relay.stop());
  return { relay, port: relay.ports()[0]?.port ?? 0 };
}

export async function startProxy(
  stand: Stand,
  teardown: Teardown,
  more: Partial<ProxyDependencies> = {},
): Promise<{ readonly proxy: FilterProxy; readonly port: number; readonly asked: AccessRequest[] }> {
  const { judge, recorder, internet } = stand;
  const asked: AccessRequest[] = [];
  const proxy = createProxy({
    judge,
    recorder,
    egress: internet.egress,
    connections: NO_CONNECTIONS,
    programs: NO_PROGRAMS,
    state: () => null,
    onAccessRequest: (request) => asked.push(request),
    lockPageUrl: () => null,
    localNetworks: () => [],
    agentVersion: '0.0.0',
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    listen: { port: 0 },
    ...more,
  });
  await proxy.start();
  teardown(() => proxy.stop());
  return { proxy, port: proxy.ports()[0]?.port ?? 0, asked };
}

/** What came back to bytes that were sent as they are, until the other end closed or reset. */
export function exchange(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    for (const piece of pieces) socket.write(piece);
  });
}

/** A whole body. */
export async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
