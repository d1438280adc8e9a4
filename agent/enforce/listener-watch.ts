import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { PortHolder, PortHolders } from '../ports/port-holders.ts';
import type { LayerListening, WorkerSide } from '../worker/worker-side.ts';

/** Whether each layer of the filter listens, and where it should. */
export interface ListenerWatch {
  /**
   * Has layers that do not listen try again, and finds out which program holds the port; while its name is not found, each call looks for it again.
   * Never rejects.
   */
  look(): Promise<void>;
  /** A sentence for each layer that does not listen, or not where it should. */
  problems(): readonly string[];
  /** Why the resolver does not listen, in a sentence, for without it the filter is no filter; null = it listens, or no filter runs. */
  obstacle(): string | null;
}

export interface ListenerWatchDependencies {
  readonly worker: Pick<WorkerSide, 'listening' | 'listenAgain'>;
  readonly holders: PortHolders;
  readonly log: Log;
  /** A problem that the look before did not find. */
  readonly onProblem: (problem: string) => void;
  /** A layer has begun or ceased to listen, or listens on another port. */
  readonly onMove: () => void;
}

const NAMES = {
  dns: 'the resolver',
  proxy: 'the proxy',
  relay: 'the relay',
} as const satisfies Record<LayerListening['layer'], string>;

interface Found {
  readonly one: LayerListening;
  /** Null = nobody, or it is not known. */
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
  /** Looks for names that were not found before. A program that has freed the port meanwhile stays in the sentence. */
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
