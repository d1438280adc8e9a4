import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { DatagramPeer, HandedDatagrams } from '../../ports/held-socket.ts';
import type { DnsQuery } from './message.ts';
import type { QueryHandler } from './query-handler.ts';
import { truncatedReply, udpLimit } from './reply.ts';
import { type Askers, NO_ASKERS } from './udp-askers.ts';

/** Bursts: a browser asks thirty names at once, and many programs start together. */
const RECEIVE_BUFFER_BYTES = 1 << 21;

/** Where to listen: an address and port (0 = any), or a socket that was opened for us by its file descriptor. */
export type ListenAt =
  | { readonly address: string; readonly port: number }
  | { readonly fd: number; readonly family: 4 | 6 };

/** Or a socket that another process has. */
export type ListenUdpAt = ListenAt | (HandedDatagrams & { readonly port: number });

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Takes questions by UDP. @throws Error of the system when the address cannot be had */
export function listenUdp(
  at: ListenUdpAt,
  handler: Pick<QueryHandler, 'take'>,
  log: Log,
  askers: Askers = NO_ASKERS,
): Promise<Listener> {
  if ('datagrams' in at) return Promise.resolve(listenToDatagrams(at, handler, askers));
  const family = 'address' in at ? isIP(at.address) : at.family;
  // A look-up that answers at once: `dgram` else asks the system even for an address, for each packet that it sends.
  const lookup = (
    host: string,
    _options: object,
    done: (error: null, address: string, family: number) => void,
  ) => done(null, host, family);
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    ipv6Only: family === 6,
    recvBufferSize: RECEIVE_BUFFER_BYTES,
    lookup: lookup as never,
  });
  socket.on(
    'message',
    takingQuestions((reply, to) => send(socket, reply, to), handler, askers),
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind('fd' in at ? { fd: at.fd } : { ...at, exclusive: true }, () => {
      socket.off('error', reject);
      socket.on('error', (error) => log.warn({ error: messageOf(error) }, 'the DNS socket met an error'));
      resolve({ port: socket.address().port, close: () => closeSocket(socket) });
    });
  });
}

/** The socket belongs to another process, so that there is nothing to close. */
function listenToDatagrams(
  { datagrams, port }: HandedDatagrams & { readonly port: number },
  handler: Pick<QueryHandler, 'take'>,
  askers: Askers,
): Listener {
  datagrams.onMessage(takingQuestions(datagrams.send, handler, askers));
  return { port, close: () => Promise.resolve() };
}

function takingQuestions(
  reply: (packet: Buffer, to: DatagramPeer) => void,
  handler: Pick<QueryHandler, 'take'>,
  askers: Askers,
): (packet: Buffer, from: DatagramPeer) => void {
  return (packet, { address, port }) => {
    // Only a forged packet comes from port 0, and nothing can be sent there.
    if (port === 0) return;
    const answer = (full: Buffer, query: DnsQuery): void =>
      reply(truncatedReply(full, query, udpLimit(query)), { address, port });
    handler.take(packet, answer, () => askers.uidOf({ address, port }));
  };
}

function send(socket: Socket, reply: Buffer, { address, port }: DatagramPeer): void {
  try {
    socket.send(reply, port, address);
  } catch {
    // The socket was closed while an upstream was asked, and nobody waits for the answer.
    return;
  }
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.close(() => resolve());
  });
}
