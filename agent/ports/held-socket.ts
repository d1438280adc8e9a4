import type { Server } from 'node:net';

/** A port on one of this computer's own addresses. */
export interface HeldPort {
  readonly protocol: 'udp' | 'tcp';
  readonly family: 4 | 6;
  readonly port: number;
}

/** A socket that the service manager opened. It stays open while no worker runs, so that no other program can take its port. */
export interface HeldSocket extends HeldPort {
  /** The file descriptor; inherited by the process that is to use it. */
  readonly fd: number;
}

/** The same where sockets are not inherited: it is handed over while the worker runs, or another process serves it for the worker. */
export type HandedSocket = HeldPort & (HandedServer | HandedDatagrams);

export interface HandedServer {
  readonly handed: Handed;
}

export interface HandedDatagrams {
  readonly datagrams: Datagrams;
}

/** A listening socket of TCP that another process has opened. */
export interface Handed {
  /** Has a server take the socket over, with the connections that are waiting. The server listens from then on. */
  takeOver(server: Server): void;
}

/** Datagrams of a socket that another process has. */
export interface Datagrams {
  /** Calls `take` for each datagram from now on; earlier ones are lost. */
  onMessage(take: (packet: Buffer, from: DatagramPeer) => void): void;
  /** One that cannot be sent is lost, as datagrams may be. */
  send(packet: Buffer, to: DatagramPeer): void;
}

export interface DatagramPeer {
  /** As the source writes addresses. */
  readonly address: string;
  readonly port: number;
}
