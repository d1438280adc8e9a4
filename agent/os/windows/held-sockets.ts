import { Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DatagramPeer, Datagrams, Handed, HandedSocket, HeldPort } from '../../ports/held-socket.ts';

/** The environment variable with the sockets that the worker's host holds for it: `udp-4-53,tcp-4-53,…` (agent/os/windows/host/held.c). */
export const HELD_VARIABLE = 'SCHOOLGATE_HELD';
/** The file that carries datagrams: behind the stream to the agent (3), and Node's own channel (4). */
export const DATAGRAMS_FD = 5;
/** The exit code that tells the host that the sockets were not handed over. The host then closes them, and the next worker listens itself. */
export const NOT_HANDED_OVER = 75;

/** Of this process, as far as Node's channel to another one goes (child_process). */
export interface HandoverChannel {
  on(event: 'message', listener: (name: unknown, server: unknown) => void): unknown;
  disconnect?(): void;
}

export interface HeldSocketsDependencies {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Listened to at once: what comes before is lost. */
  readonly channel: HandoverChannel;
  readonly openDatagrams: () => Duplex;
}

/**
 * The sockets that the worker's host gives to this worker: listening ones by Node's channel, which Windows can hand to another process; datagrams over a pipe, for UDP cannot go
 * that way. Resolves when all are there, and never where one does not come.
 */
export async function receiveHeldSockets(deps: HeldSocketsDependencies): Promise<readonly HandedSocket[]> {
  const ports = heldPorts(deps.env[HELD_VARIABLE]);
  const udp = ports.filter(({ protocol }) => protocol === 'udp');
  const tcp = ports.filter(({ protocol }) => protocol === 'tcp');
  if (ports.length === 0) return [];
  const servers = await receiveServers(deps.channel, tcp);
  const carrier = udp.length === 0 ? null : createDatagramCarrier(deps.openDatagrams());
  return [
    ...servers,
    ...udp.flatMap((port) => (carrier === null ? [] : [{ ...port, datagrams: carrier(port.family) }])),
  ];
}

/** What is no port is left out. */
function heldPorts(text = ''): readonly HeldPort[] {
  return text.split(',').flatMap((name) => {
    const [, protocol, family, port] = /^(udp|tcp)-([46])-(\d{1,5})$/.exec(name) ?? [];
    if (protocol === undefined) return [];
    return [
      { protocol: protocol as 'udp' | 'tcp', family: Number(family) as 4 | 6, port: Number(port) } as const,
    ];
  });
}

function receiveServers(
  channel: HandoverChannel,
  wanted: readonly HeldPort[],
): Promise<readonly HandedSocket[]> {
  const missing = new Map(wanted.map((port) => [`tcp-${port.family}-${port.port}`, port]));
  const received: HandedSocket[] = [];
  return new Promise((resolve) => {
    const endIfWhole = (): void => {
      if (missing.size > 0) return;
      // Otherwise it keeps this process alive, and ends it with an error when the host closes it.
      channel.disconnect?.();
      resolve(received);
    };
    channel.on('message', (name, server) => {
      const port = missing.get(String(name));
      if (port === undefined || !(server instanceof Server)) return;
      missing.delete(String(name));
      received.push({ ...port, handed: handedServer(server) });
      endIfWhole();
    });
    endIfWhole();
  });
}

/** It listens already, and connections come. */
function handedServer(first: Server): Handed {
  const early: Socket[] = [];
  const keep = (socket: Socket): void => {
    early.push(socket);
  };
  first.on('connection', keep);
  return {
    takeOver(server) {
      // Both servers share one handle of the system, and the one that listened last gets the connections.
      server.once('listening', () => {
        for (const socket of early.splice(0)) server.emit('connection', socket);
      });
      server.listen(first);
    },
  };
}

/** Length of what follows, family, port, address (datagram_frame.h). */
const HEAD_BYTES = 21;
const LENGTH_BYTES = 2;
const MAX_PACKET_BYTES = 4_096;
/** Bytes of answers that the host has not taken. Further answers are dropped, because a program asks again. */
const MAX_UNSENT_BYTES = 1_048_576;

/** Datagrams of one socket a family, over one stream. */
export function createDatagramCarrier(stream: Duplex): (family: 4 | 6) => Datagrams {
  const takers = new Map<number, (packet: Buffer, from: DatagramPeer) => void>();
  let held: Buffer = Buffer.alloc(0);
  stream.on('data', (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    let at = 0;
    for (;;) {
      const end = at + LENGTH_BYTES + (held.length - at >= LENGTH_BYTES ? held.readUInt16BE(at) : 0);
      if (held.length - at < HEAD_BYTES || held.length < end) break;
      const frame = held.subarray(at, end);
      // A copy: what waits for an upstream must not hold all that came with it.
      takers.get(frame[2] ?? 0)?.(Buffer.from(frame.subarray(HEAD_BYTES)), peerOf(frame));
      at = end;
    }
    held = held.subarray(at);
  });
  // The host has gone, and the stream to the agent goes too.
  stream.on('error', () => undefined);
  return (family) => ({
    onMessage: (take) => void takers.set(family, take),
    send(packet, to) {
      if (stream.writableLength > MAX_UNSENT_BYTES || packet.length > MAX_PACKET_BYTES) return;
      stream.write(Buffer.concat([headOf(family, to, packet.length), packet]));
    },
  });
}

function peerOf(frame: Buffer): DatagramPeer {
  const address = frame.subarray(5, HEAD_BYTES);
  return {
    port: frame.readUInt16BE(3),
    address:
      frame[2] === 4
        ? address.subarray(0, 4).join('.')
        : Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index).toString(16)).join(':'),
  };
}

function headOf(family: 4 | 6, { address, port }: DatagramPeer, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(HEAD_BYTES - LENGTH_BYTES + length, 0);
  head.writeUInt8(family, 2);
  head.writeUInt16BE(port, 3);
  if (family === 4) head.set(address.split('.').map(Number), 5);
  else
    address.split(':').forEach((group, index) => {
      head.writeUInt16BE(Number.parseInt(group, 16), 5 + 2 * index);
    });
  return head;
}
