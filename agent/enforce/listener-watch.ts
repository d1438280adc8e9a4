import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { PortHolders } from '../ports/port-holders.ts';
import type { LayerListening, WorkerSide } from '../worker/worker-side.ts';

/** Whether each layer of the filter listens, and where it should. */
export interface ListenerWatch {
  /** Tries again what does not listen, and finds out who is in the way. Never rejects. */
  look(): Promise<void>;
  /** A sentence for each layer that does not listen, or not where it should. */
  problems(): readonly string[];
  /** The sentence of the resolver that does not listen: without it nothing of the filter holds; null = it listens, or no filter runs. */
  obstacle(): string | null;
}

export interface ListenerWatchDependencies {
  readonly worker: Pick<WorkerSide, 'listening' | 'listenAgain'>;
  readonly holders: PortHolders;
  readonly log: Log;
  /** A problem that was not there at the look before. */
  readonly onProblem: (problem: string) => void;
  /** A layer listens that did not, or no longer where it did. */
  readonly onMove: () => void;
}

const NAMES = {
  dns: 'the resolver',
  proxy: 'the proxy',
  relay: 'the relay',
} as const satisfies Record<LayerListening['layer'], string>;

export function createListenerWatch(deps: ListenerWatchDependencies): ListenerWatch {
  const { worker, holders, log } = deps;
  let seen = '';
  let found: readonly { readonly one: LayerListening; readonly problem: string }[] = [];

  const sentence = async (one: LayerListening): Promise<string> => {
    const { layer, wanted, port, error } = one;
    const holder = wanted === 0 ? null : await holders.holderOf(wanted);
    const taken = `port ${wanted} of ${NAMES[layer]} is taken by ${holder ?? 'another program'}`;
    if (port !== null) return `${taken}; it listens on port ${port} instead`;
    const why = `${NAMES[layer]} does not listen: ${error ?? 'it did not start'}`;
    return holder === null ? why : `${why}; ${taken}`;
  };
  const tryAgain = async (): Promise<void> => {
    if (worker.listening().every(({ port }) => port !== null)) return;
    try {
      await worker.listenAgain();
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the filter could not be asked to listen again');
    }
  };

  return {
    async look() {
      await tryAgain();
      const now = JSON.stringify(worker.listening());
      if (now === seen) return;
      seen = now;
      const before = found.map(({ problem }) => problem);
      const odd = worker
        .listening()
        .filter(({ wanted, port }) => port === null || (wanted !== 0 && port !== wanted));
      found = await Promise.all(odd.map(async (one) => ({ one, problem: await sentence(one) })));
      for (const { problem } of found) if (!before.includes(problem)) deps.onProblem(problem);
      deps.onMove();
    },
    problems: () => found.map(({ problem }) => problem),
    obstacle: () => found.find(({ one }) => one.layer === 'dns' && one.port === null)?.problem ?? null,
  };
}
