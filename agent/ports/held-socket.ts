import type { Server } from 'node:net';

/** A port on one of this computer's own addresses. */
export interface HeldPort {
  readonly protocol: 'udp' | 'tcp';
  readonly family: 4 | 6;
  readonly port: number;
}

/** A socket that the service manager opened, and keeps open while no worker lives: nobody else can take its port. */
export interface HeldSocket extends HeldPort {
  /** The file descriptor; inherited by the process that is to use it. */
  readonly fd: number;
}

/** The same where sockets are not inherited: handed over while the worker runs, or served by whoever has it. */
export type HandedSocket = HeldPort & (HandedServer | HandedDatagrams);

export interface HandedServer {
  readonly handed: Handed;
}

export interface HandedDatagrams {
  readonly datagrams: Datagrams;
}

/** A listening socket of TCP that another process has opened. */
export interface Handed {
  /** Another server takes it over, with the connections that have come before it. It listens then. */
  takeOver(server: Server): void;
}

/** Datagrams of a socket that another process has. */
export interface Datagrams {
  /** From now on; those of before are lost. */
  onMessage(take: (packet: Buffer, from: DatagramPeer) => void): void;
  /** One that cannot be sent is lost, as datagrams may be. */
  send(packet: Buffer, to: DatagramPeer): void;
}

export interface DatagramPeer {
  /** As the source writes addresses. */
  readonly address: string;
  readonly port: number;
}
