import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { plainAddress } from '../../kit/addresses.ts';
import type { Clock } from '../../kit/clock.ts';
import { takeClientHello } from '../../kit/hello-reader.ts';
import { networkOf } from '../../kit/networks.ts';
import { createTurnstile } from '../../kit/turnstile.ts';
import type { Admission, Admissions } from '../admission/admissions.ts';
import type { Complaints } from '../limits/complaints.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import type { Broker } from './broker.ts';

export interface Listen {
  /** For devices. */
  readonly tls?: {
    readonly host: string;
    readonly port: number;
    readonly key: string;
    readonly cert: string;
  };
  /** Without encryption: for tests and benchmarks, and behind a balancer that ends TLS. */
  readonly tcp?: { readonly host: string; readonly port: number };
}

export interface Addresses {
  readonly tls?: AddressInfo;
  readonly tcp?: AddressInfo;
}

export interface ListenerTools {
  readonly listen: Listen;
  readonly admissions: Admissions;
  readonly broker: Broker;
  readonly complaints: Complaints;
  readonly clock: Clock;
  readonly limits: GatewayLimits;
}

/**
 * The largest ClientHello that is accepted (bytes). An agent's is under 2 kB; a browser's largest, with post-quantum keys and a resumption ticket, under 5 kB.
 * Nothing may follow it before it is answered.
 */
const MAX_HELLO_BYTES = 8_192;

/** Handshakes of each queue in one turn of the event loop. One takes some 2 ms: after eight milliseconds everything else has its turn. */
const A_TURN = 4;

/** TLS 1.0 and 1.1 are deprecated (RFC 8996). */
const OLDEST_TLS = 'TLSv1.2';

/** The sockets that devices connect to. */
export interface Listeners {
  /** @throws the original error (EADDRINUSE, EACCES, …) when an address cannot be had; then none is open */
  start(): Promise<void>;
  /** Accepts no more connections. Open ones are not touched. */
  stop(): Promise<void>;
  /** Uses another certificate for new connections; open ones keep theirs. */
  renewTls(identity: { readonly key: string; readonly cert: string }): void;
  addresses(): Addresses;
}

export function createListeners(tools: ListenerTools): Listeners {
  const { listen } = tools;
  const open = new Map<keyof Listen, Server>();
  /** It does not listen itself: sockets are handed to it. */
  let tlsServer: TlsServer | null = null;
  let identity = listen.tls ?? null;

  const stop = async (): Promise<void> => {
    const servers = [...open.values()];
    open.clear();
    for (const server of servers) server.close();
  };

  return {
    async start() {
      try {
        if (identity !== null) {
          tlsServer = createHandshakes(tools, identity);
          open.set('tls', await bind(createTlsListener(tools, tlsServer), identity));
        }
        if (listen.tcp !== undefined) open.set('tcp', await bind(createTcpListener(tools), listen.tcp));
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    renewTls({ key, cert }) {
      if (identity === null) return;
      tlsServer?.setSecureContext({ key, cert, minVersion: OLDEST_TLS });
      identity = { ...identity, key, cert };
    },
    addresses() {
      const [tls, tcp] = [addressOf(open.get('tls')), addressOf(open.get('tcp'))];
      return { ...(tls === null ? {} : { tls }), ...(tcp === null ? {} : { tcp }) };
    },
  };
}

function createTcpListener({ admissions, broker }: ListenerTools): Server {
  return createTcpServer({ noDelay: true }, (socket) => {
    const admission = admit(socket, admissions);
    if (admission !== null) broker.accept(socket, admission);
  });
}

function createHandshakes(
  { limits }: ListenerTools,
  { key, cert }: { readonly key: string; readonly cert: string },
): TlsServer {
  return createTlsServer({
    key,
    cert,
    minVersion: OLDEST_TLS,
    // A second guard, as in the broker.
    handshakeTimeout: 2 * limits.connectTimeoutMs,
    noDelay: true,
  });
}

/**
 * TLS 1.2 or later. A socket is counted from its acceptance, so that half a handshake counts too. It is handed to the TLS server when its ClientHello is
 * complete and its network's turn has come, because a handshake is the most expensive thing that a stranger can ask for.
 */
function createTlsListener(tools: ListenerTools, tlsServer: TlsServer): Server {
  const { admissions, broker, complaints } = tools;
  const shaking = new Map<string, Admission>();
  // Two queues, for known networks and others: a school, which is one network, must not wait behind thousands of strange ones.
  const [knownOnes, others] = [createTurnstile(A_TURN), createTurnstile(A_TURN)];
  tlsServer.on('secureConnection', (socket) => {
    const admission = shaking.get(endOf(socket));
    if (admission === undefined) return void socket.destroy();
    broker.accept(socket, admission);
  });
  tlsServer.on('tlsClientError', (error, socket) => {
    const { code } = error as NodeJS.ErrnoException;
    // ECONNRESET is a bad connection. Anything else is a peer that does not speak our TLS.
    if (code !== 'ECONNRESET')
      complaints.report('tls_failed', { address: plainAddress(socket.remoteAddress) }, error);
    socket.destroy();
  });
  return createTcpServer({ noDelay: true }, (socket) => {
    const admission = admit(socket, admissions);
    if (admission === null) return;
    socket.on('error', () => socket.destroy());
    void helloOf(socket, tools).then(async (bytes) => {
      if (bytes === null) return void socket.destroy();
      admission.heard();
      const arrival = { network: networkOf(admission.address), isGone: () => socket.destroyed };
      const line = admission.isKnown() ? knownOnes : others;
      if (!((await line.pass(arrival)) ?? true)) return;
      admission.answered();
      // The encrypted socket is another object with the same remote address and port.
      const end = endOf(socket);
      shaking.set(end, admission);
      socket.once('close', () => {
        if (shaking.get(end) === admission) shaking.delete(end);
      });
      socket.unshift(bytes);
      tlsServer.emit('connection', socket);
    });
  });
}

/** The whole ClientHello of a socket; null where it is to be closed. Never rejects. */
async function helloOf(socket: Socket, { clock, complaints }: ListenerTools): Promise<Buffer | null> {
  const result = await takeClientHello(socket, { clock, maxBytes: MAX_HELLO_BYTES });
  if (result.state === 'silent') return null;
  if (result.state === 'hello' && result.bytes.length <= MAX_HELLO_BYTES) return result.bytes;
  const why = result.state === 'hello' ? 'more than a ClientHello' : result.why;
  complaints.report('tls_failed', { address: plainAddress(socket.remoteAddress) }, new Error(why));
  return null;
}

function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Takes a place for a socket until it closes; a socket without one is destroyed. */
function admit(socket: Socket, admissions: Admissions): Admission | null {
  const admission = admissions.admit({
    address: plainAddress(socket.remoteAddress),
    destroy: () => void socket.destroy(),
  });
  if (admission === null) {
    socket.destroy();
    return null;
  }
  socket.once('close', admission.leave);
  return admission;
}

function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      // Running out of file handles while accepting ends no process; the peer tries again.
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

/** A whole school may come back at once; the kernel caps this at its own limit. */
const BACKLOG = 4_096;

function addressOf(server: Server | undefined): AddressInfo | null {
  const address = server?.address() ?? null;
  return typeof address === 'string' ? null : address;
}
