import type { Socket } from 'node:net';
import type { SocketName } from '../../ports/socket-programs.ts';

/** The other end of a connection that we accepted. */
export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** A connection that we accepted, as we see it. */
export interface Accepted {
  readonly peer: Peer;
  /** Our own port. */
  readonly ownPort: number;
  /** The port whose connections the firewall redirects to us; null = it redirects none. */
  readonly turnedPort: number | null;
}

/** What the system knows of the program at the other end of a connection, which is on this computer. */
export interface LocalClient extends SocketName {
  /** Where the program wanted to connect before the firewall redirected it to us; null = to us. */
  readonly wanted: Peer | null;
}

/** Finds the program at the other end of a connection in the kernel's tables. */
export interface Connections {
  /** Null = it is not known. Never rejects. */
  clientOf(accepted: Accepted): Promise<LocalClient | null>;
}

/** Finds the program of a socket. A name can be changed: evidence, no boundary. */
export interface Programs {
  /** Whether any rule asks for it: looking costs milliseconds. */
  wanted(): boolean;
  /** Comes within a second. Null = it was not found. Never rejects. */
  programOf(client: SocketName): Promise<string | null>;
}

/** For systems that cannot tell. */
export const NO_CONNECTIONS: Connections = { clientOf: () => Promise.resolve(null) };
export const NO_PROGRAMS: Programs = { wanted: () => false, programOf: () => Promise.resolve(null) };

/** A connection as the tables are asked for it. */
export function acceptedFrom(
  { remoteAddress, remotePort, localPort }: Socket,
  turnedPort: number | null,
): Accepted {
  return {
    peer: { address: remoteAddress ?? '', port: remotePort ?? 0 },
    ownPort: localPort ?? 0,
    turnedPort,
  };
}

/**
 * Whether the program has closed its end. The kernel then names root as the owner of data that is still on its way, and nobody reads the answer. Such
 * a connection is not carried, because its sender is unknown.
 */
export function isAbandoned(client: LocalClient | null): boolean {
  return client !== null && client.inode === 0;
}
