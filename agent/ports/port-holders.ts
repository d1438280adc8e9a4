/** Who has a port. */
export interface PortHolder {
  /** File name; null = it was not found, and may be when somebody looks again. */
  readonly program: string | null;
  /** Null = the system does not tell whose it is. */
  readonly uid: number | null;
}

/** Finds who has a port of this computer. Needs the rights to see other people's processes, hence it is the agent's, not the worker's. */
export interface PortHolders {
  /** Null = nobody has it, or it cannot be told. Never rejects. */
  holderOf(port: number): Promise<PortHolder | null>;
}

/** Where the system cannot tell. */
export const NO_PORT_HOLDERS: PortHolders = { holderOf: () => Promise.resolve(null) };
