/** A socket of a program on this computer, as the kernel's tables of connections name it (/proc/net/tcp). */
export interface SocketName {
  readonly inode: number;
  /** Who made it. */
  readonly uid: number;
}

/** Finds whose socket it is. Needs the rights to see other people's processes, hence it is the agent's, not the worker's. */
export interface SocketPrograms {
  /**
   * File name of the program, without its folder. A name can be changed: evidence, no boundary. Null = it was looked for and not found within so many milliseconds, or
   * too many are looked for. Never rejects.
   */
  programOf(socket: SocketName, withinMs: number): Promise<string | null>;
}

/** For systems that cannot tell. */
export const NO_SOCKET_PROGRAMS: SocketPrograms = { programOf: () => Promise.resolve(null) };
