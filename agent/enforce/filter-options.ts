import type { HeldSocket } from '../ports/held-socket.ts';
import type { FilterPorts } from '../worker/worker-side.ts';

/** How this agent filters. */
export interface FilterOptions {
  /** Where the filter's parts listen on 127.0.0.1 and ::1; 0 = any free port. */
  readonly ports: FilterPorts;
  /** Sockets on these ports that the worker inherits, by its own file descriptors; for the rest it listens itself. */
  readonly sockets: readonly HeldSocket[];
  /** Whose sockets the filter exempts: the account that the worker runs as. */
  readonly workerUid: number;
  /** Where files lie that the worker reads and does not write. */
  readonly sharedFolder: string;
  /** The period of the quick self-check (milliseconds); tests set their own. */
  readonly checkMs?: number;
  /** The names of categories that the first index is made of; default: those that ship with the agent. */
  readonly shipped?: () => Promise<Uint8Array>;
}
