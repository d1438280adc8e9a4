import { createServer, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import { takeClientHello } from '../../../kit/hello-reader.ts';
import { createLifecycle, type Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import { acceptedFrom, type Connections, type Peer, type Programs } from '../connections/client-origin.ts';
import { type Egress, UnreachableHost } from '../connections/egress.ts';
import { createListeners, type ListeningPort, type ListenTarget } from '../connections/listeners.ts';
import { createOpenConnections } from '../connections/open-connections.ts';
import { senderProgram } from '../connections/sender-program.ts';
import { splice } from '../connections/splice.ts';
import type { Judge, Question } from '../judge.ts';
import type { Recorder } from '../recorder.ts';
import { type HelloVerdict, judgeHello } from './hello-verdict.ts';

const HTTPS = 443;
/** A browser with many tabs holds some hundreds; each costs two sockets and their buffers. */
const MAX_CONNECTIONS = 4_096;
/** Of those, connections that have not yet said where they want to go. */
const MAX_SILENT = 512;
/** TLS alert `access_denied`, fatal, in a record (RFC 8446 section 6). */
const ACCESS_DENIED = Buffer.from([21, 3, 3, 0, 2, 2, 49]);

export interface RelayDependencies {
  readonly judge: Pick<Judge, 'judge' | 'mode' | 'settings' | 'isCrisisHelp' | 'generation'>;
  readonly recorder: Recorder;
  readonly egress: Egress;
  readonly connections: Connections;
  readonly programs: Programs;
  readonly isDohAddress: (address: string) => boolean;
  /** Whether our resolver gave out this address for this host lately; null = it cannot tell. */
  readonly gaveOut: (host: string, address: string) => boolean | null;
  /** Whether an address is that of a device beside the computer that may be opened now. */
  readonly isLocalOpen: (address: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly listen: ListenTarget;
}

/** The relay of TLS connections that the firewall turned to us. */
export interface Relay extends Service {
  /** Where it listens; empty before `start`. */
  ports(): readonly ListeningPort[];
  /** To be called when the filter's state has changed: what is blocked now is cut before it returns. */
  recheck(): void;
  /** How many connections are open to sites. */
  connections(): number;
}

/**
 * Reads the name in each ClientHello, judges it, and carries the connection to where our own resolver finds that name. Nothing is decrypted. A
 * blocked connection gets a TLS alert, one that leads round the filter a reset. Where too many connections are silent, the oldest of them are closed
 * for new ones.
 */
export function createRelay(deps: RelayDependencies): Relay {
  const { judge, recorder, clock, log, listen } = deps;
  const open = createOpenConnections({ judge, recorder, clock, log });
  const clients = new Set<Socket>();
  const silent = new Set<Socket>();

  const accept = (client: Socket): void => {
    clients.add(client);
    client.on('close', () => {
      clients.delete(client);
      silent.delete(client);
    });
    client.on('error', () => client.destroy());
    silent.add(client);
    const [oldest] = silent;
    if (silent.size > MAX_SILENT) oldest?.resetAndDestroy();
    relayOne(client).catch((error: unknown) => {
      if (!(error instanceof UnreachableHost))
        log.debug({ error: messageOf(error) }, 'a relayed connection failed');
      client.resetAndDestroy();
    });
  };

  const relayOne = async (client: Socket): Promise<void> => {
    const accepted = acceptedFrom(client, HTTPS);
    const result = await takeClientHello(client, { clock });
    silent.delete(client);
    if (client.destroyed) return;
    if (result.state !== 'hello') return void client.resetAndDestroy();
    const clientNow = () => deps.connections.clientOf(accepted);
    const local = await clientNow();
    const { app, isGone } = await senderProgram(local, deps.programs, clientNow);
    if (client.destroyed) return;
    if (isGone) return void client.resetAndDestroy();
    const sender: Sender = { origin: local?.wanted ?? null, app, uid: local?.uid ?? null };
    const verdict = judgeHello({ hello: result.hello, ...sender }, deps);
    record(verdict, sender, recorder);
    if (verdict.action === 'refuse') return void client.resetAndDestroy();
    if (verdict.action === 'block') return deny(client);
    await carry(client, verdict, result.bytes);
  };

  const carry = async (
    client: Socket,
    { question, device }: { readonly question: Question; readonly device: string | null },
    hello: Buffer,
  ): Promise<void> => {
    let server: Socket | null = null;
    const before = client.bytesRead;
    const remove = open.add({
      question,
      bytes: () => client.bytesRead - before + client.bytesWritten,
      halfClosed: () => client.readableEnded || client.writableEnded,
      cut: () => {
        client.resetAndDestroy();
        server?.destroy();
      },
    });
    client.on('close', remove);
    server = await connect(device ?? question.host, question, deps);
    if (client.destroyed) return void server.destroy();
    server.write(hello);
    splice(client, server);
  };

  const listeners = createListeners({
    make: () => {
      const server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, accept);
      server.maxConnections = MAX_CONNECTIONS;
      return server;
    },
    listen,
    log,
  });
  const cutClients: Service = {
    start: () => Promise.resolve(),
    stop: () => {
      for (const client of clients) client.resetAndDestroy();
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

async function connect(
  host: string,
  { app, uid = null }: Question,
  { egress, recorder }: RelayDependencies,
): Promise<Socket> {
  try {
    return await egress.connect(host, HTTPS, { allowHalfOpen: true });
  } catch (error) {
    if (error instanceof UnreachableHost && error.obstacle === 'doh')
      recorder.attempted({ kind: 'doh', host, address: null, port: HTTPS, count: 1, app, uid });
    throw error;
  }
}

/** Who asks; null = not known. */
interface Sender {
  readonly origin: Peer | null;
  readonly app: string | null;
  readonly uid: number | null;
}

function record(verdict: HelloVerdict, { origin, app, uid }: Sender, recorder: Recorder): void {
  const { attempt } = verdict;
  if (attempt !== null) {
    const host = verdict.action === 'refuse' ? verdict.host : verdict.question.host;
    const { address = null, port = HTTPS } = origin ?? {};
    recorder.attempted({ kind: attempt, host, address, port, count: 1, app, uid });
  }
  if (verdict.action !== 'refuse') recorder.decided(verdict.question, verdict.judgement);
}

/** Refuses by a TLS alert, because clients try again after a reset. */
function deny(client: Socket): void {
  client.end(ACCESS_DENIED, () => client.destroySoon());
}
