/** The programs that run on this computer. */
export interface ProcessList {
  /** File names of their programs, as the system writes them, each once. Never rejects; empty when the system does not tell. */
  names(): Promise<readonly string[]>;
}
