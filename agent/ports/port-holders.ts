/** Finds who has a port of this computer. Needs the rights to see other people's processes, hence it is the agent's, not the worker's. */
export interface PortHolders {
  /** Program and account in words, as "python3 of user 1000". Null = nobody has it, or it cannot be told. Never rejects. */
  holderOf(port: number): Promise<string | null>;
}

/** Where the system cannot tell. */
export const NO_PORT_HOLDERS: PortHolders = { holderOf: () => Promise.resolve(null) };
