import type { SocketName } from '../../ports/socket-programs.ts';

/** The other end of a connection that we accepted. */
export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** What the system knows of the program at the other end of a connection, which is on this computer. */
export interface ClientOrigin {
  /** Where the program wanted to go, before a firewall turned it to us. */
  readonly address: string;
  readonly port: number;
  readonly uid: number;
  readonly inode: number;
}

/** Finds where a connection was meant to go. */
export interface ClientOrigins {
  /** Null = it cannot be told, or was meant for us. Never rejects. */
  originOf(peer: Peer): Promise<ClientOrigin | null>;
}

/** Finds connections' other ends in the kernel's tables. */
export interface Connections extends ClientOrigins {
  /** The socket at the other end, wherever it wanted to go: to us too. Null = it cannot be told. Never rejects. */
  socketOf(peer: Peer): Promise<SocketName | null>;
}

/** Finds the program at the other end. A name can be changed: evidence, no boundary. */
export interface Programs {
  /** Whether any rule asks for it: looking costs milliseconds. */
  wanted(): boolean;
  /** Null = it cannot be told. Never rejects. */
  programOf(peer: Peer): Promise<string | null>;
}

/** Where the system cannot tell. */
export const NO_PROGRAMS: Programs = { wanted: () => false, programOf: () => Promise.resolve(null) };
