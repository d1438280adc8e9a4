/** Who has a port. */
export interface PortHolder {
  /** File name; null = it was not found, but a later call may find it. */
  readonly program: string | null;
  /** Null = the system does not tell whose it is. */
  readonly uid: number | null;
}

/** Finds who has a port of this computer. Needs the rights to see other people's processes, hence it is the agent's, not the worker's. */
export interface PortHolders {
  /** Null = nobody has it, or it is not known. Never rejects. */
  holderOf(port: number): Promise<PortHolder | null>;
}

/** For systems that cannot tell. */
export const NO_PORT_HOLDERS: PortHolders = { holderOf: () => Promise.resolve(null) };
