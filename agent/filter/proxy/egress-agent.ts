import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { normaliseHost } from '../../../contracts/policy/host.ts';
import { type Egress, UnreachableHost } from '../connections/egress.ts';

type Created = (error: Error | null, stream: Duplex) => void;

/** A pool of connections for Node's http client that opens all of them through `Egress`. */
export class EgressAgent extends Agent {
  readonly #egress: Egress;

  constructor(egress: Egress, options: AgentOptions) {
    super(options);
    this.#egress = egress;
  }

  override createConnection({ host, port }: ClientRequestArgs, callback?: Created): undefined {
    // Node calls back with an error alone; its type wants a stream as well.
    const failed = callback as ((error: Error) => void) | undefined;
    const name = normaliseHost(host ?? '');
    const opening =
      name === null
        ? Promise.reject(new UnreachableHost('unresolved'))
        : this.#egress.connect(name, Number(port ?? 80), { allowHalfOpen: false });
    opening.then(
      (socket) => callback?.(null, socket),
      (error: Error) => failed?.(error),
    );
  }

  /** Ends what waits for a next request. */
  closeIdle(): void {
    for (const sockets of Object.values(this.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }
}
