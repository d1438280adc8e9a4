import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { PortHolder, PortHolders } from '../ports/port-holders.ts';
import type { LayerListening, WorkerSide } from '../worker/worker-side.ts';

/** Whether each layer of the filter listens, and where it should. */
export interface ListenerWatch {
  /** Tries again what does not listen, and finds out who is in the way: again while the program has no name. Never rejects. */
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

interface Found {
  readonly one: LayerListening;
  /** Null = nobody, as far as can be told. */
  readonly holder: PortHolder | null;
}

export function createListenerWatch(deps: ListenerWatchDependencies): ListenerWatch {
  const { worker, holders, log } = deps;
  let seen = '';
  let found: readonly Found[] = [];

  const holderOf = async ({ wanted }: LayerListening): Promise<PortHolder | null> =>
    wanted === 0 ? null : await holders.holderOf(wanted);
  const problems = (): readonly string[] => found.map(sentence);
  const tellNew = (before: readonly string[]): void => {
    for (const problem of problems()) if (!before.includes(problem)) deps.onProblem(problem);
  };
  /** Who has let go of the port meanwhile keeps the place in the sentence. */
  const lookForNames = async (): Promise<void> => {
    const before = problems();
    found = await Promise.all(
      found.map(async ({ one, holder }) => {
        if (holder !== null && holder.program !== null) return { one, holder };
        const again = await holderOf(one);
        return { one, holder: again?.program == null ? holder : again };
      }),
    );
    tellNew(before);
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
      if (now === seen) return await lookForNames();
      seen = now;
      const before = problems();
      const odd = worker
        .listening()
        .filter(({ wanted, port }) => port === null || (wanted !== 0 && port !== wanted));
      found = await Promise.all(odd.map(async (one) => ({ one, holder: await holderOf(one) })));
      tellNew(before);
      deps.onMove();
    },
    problems,
    obstacle() {
      const silent = found.find(({ one }) => one.layer === 'dns' && one.port === null);
      return silent === undefined ? null : sentence(silent);
    },
  };
}

function sentence({ one: { layer, wanted, port, error }, holder }: Found): string {
  const whose = holder === null || holder.uid === null ? '' : ` of user ${holder.uid}`;
  const who = holder === null ? 'another program' : `${holder.program ?? 'a program'}${whose}`;
  const taken = `port ${wanted} of ${NAMES[layer]} is taken by ${who}`;
  if (port !== null) return `${taken}; it listens on port ${port} instead`;
  const why = `${NAMES[layer]} does not listen: ${error ?? 'it did not start'}`;
  return holder === null ? why : `${why}; ${taken}`;
}
