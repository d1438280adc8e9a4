import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { createSerial } from '../../kit/serial.ts';
import type { Channel } from '../channel/channel.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { WorkerStarter } from '../ports/worker-starter.ts';
import { createDownloads } from './downloads.ts';
import { type AgentSide, MAX_ATTEMPTS, type ToWorker } from './wire.ts';
import { createWorkerKeeper } from './worker-keeper.ts';
import type {
  AppliedFilter,
  FilterPorts,
  LayerListening,
  LinkOrder,
  WorkerSettings,
  WorkerSide,
} from './worker-side.ts';

/** How long a download may take (milliseconds). The worker gives up earlier by itself. */
const FETCH_MS = 660_000;

export interface RemoteWorkerDependencies {
  readonly starter: WorkerStarter;
  readonly agent: AgentSide;
  /** Read at each start of a worker. */
  readonly settings: () => WorkerSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A worker has come up, or gone. */
  readonly onChange: () => void;
  /** A worker has ended that nobody asked to; another is started. */
  readonly onDeath: (why: string) => void;
}

/** A worker in a process of its own, which is started again whenever it ends. Each new one first gets everything that it must know. */
export function createRemoteWorker(deps: RemoteWorkerDependencies): WorkerSide {
  const { agent, log } = deps;
  const downloads = createDownloads();
  const sender = createStateSender(deps);
  let linkWanted = false;
  const keeper = createWorkerKeeper({
    ...deps,
    handlers: { ...agent, chunk: downloads.chunk },
    async brief(channel) {
      await channel.call('begin', deps.settings());
      await sender.repeat(channel);
      if (linkWanted) await channel.call('startLink', null);
      deps.onChange();
    },
    onGone(why) {
      sender.gone();
      downloads.fail();
      deps.onChange();
      if (why !== null) deps.onDeath(why);
    },
  });
  const need = (): Channel<ToWorker> => {
    const channel = keeper.channel();
    if (channel === null) throw new Error('the worker does not run');
    return channel;
  };

  return {
    start: keeper.start,
    async stop() {
      await keeper.stop();
      linkWanted = false;
    },
    async startLink() {
      linkWanted = true;
      try {
        await keeper.channel()?.call('startLink', null);
      } catch (error) {
        // The worker ended at this moment; the next one gets the order when it begins.
        log.warn({ error: messageOf(error) }, 'the worker did not start the link');
      }
    },
    configure: (state, hash) => sender.tell({ state, hash }, need),
    applied: sender.applied,
    ports: sender.ports,
    listening: sender.listening,
    listenAgain: () => sender.listenAgain(need),
    running: () => sender.applied() !== null,
    link(order: LinkOrder) {
      keeper
        .channel()
        ?.call('link', order)
        .catch((error: unknown) => log.debug({ error: messageOf(error) }, 'the link took no order'));
    },
    fetch: (wanted) => downloads.run(wanted, (input) => need().call('fetch', input, FETCH_MS)),
    async probe(input) {
      try {
        return await need().call('probe', input);
      } catch (error) {
        log.debug({ error: messageOf(error) }, 'no probe');
        return { result: 'unreachable' };
      }
    },
    verdict: async (input) => need().call('verdict', input),
    attempts(seen) {
      for (let at = 0; at < seen.length; at += MAX_ATTEMPTS)
        keeper
          .channel()
          ?.call('attempts', { seen: seen.slice(at, at + MAX_ATTEMPTS) })
          .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'attempts were not recorded'));
    },
  };
}

interface SentState {
  readonly state: FilterState;
  readonly hash: string | null;
}

/** Sends the worker the state that the filter works from. The newest state counts, and each new worker gets it. */
interface StateSender {
  tell(newest: SentState, channel: () => Channel<ToWorker>): Promise<AppliedFilter>;
  /** Sends the newest state to a new worker. Never rejects, because a filter that does not start must not keep the link from starting. */
  repeat(channel: Channel<ToWorker>): Promise<void>;
  gone(): void;
  applied(): AppliedFilter | null;
  ports(): FilterPorts | null;
  listening(): readonly LayerListening[];
  listenAgain(channel: () => Channel<ToWorker>): Promise<void>;
}

function createStateSender({ log }: Pick<RemoteWorkerDependencies, 'log'>): StateSender {
  const serial = createSerial();
  let newest: SentState | null = null;
  /** The bundle that the present worker has; undefined = none was sent yet. */
  let sent: FilterState['bundle'] | undefined;
  let applied: AppliedFilter | null = null;
  let ports: FilterPorts | null = null;
  let listening: readonly LayerListening[] = [];

  const send = async (channel: Channel<ToWorker>, { state, hash }: SentState): Promise<AppliedFilter> => {
    const sameBundle = sent !== undefined && sent === state.bundle;
    const answer = await channel.call('configure', {
      state: { ...state, bundle: sameBundle ? null : state.bundle },
      sameBundle,
      hash,
    });
    sent = state.bundle;
    ({ applied, ports, listening } = answer);
    return answer.applied;
  };
  return {
    tell(mine, channel) {
      newest = mine;
      // A newer state may have come while this one waited; it replaces this one.
      return serial.run(() => send(channel(), newest ?? mine));
    },
    async repeat(channel) {
      const known = newest;
      if (known === null) return;
      try {
        await send(channel, known);
      } catch (error) {
        log.error({ error: messageOf(error) }, 'the filter does not start');
      }
    },
    gone() {
      sent = undefined;
      applied = null;
      ports = null;
      listening = [];
    },
    applied: () => applied,
    ports: () => ports,
    listening: () => listening,
    listenAgain: (channel) =>
      serial.run(async () => {
        ({ ports, listening } = await channel().call('listenAgain', null));
      }),
  };
}
