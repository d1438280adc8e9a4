import type { Duplex } from 'node:stream';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { Handlers, OutputOf } from '../channel/calls.ts';
import { type Channel, createChannel } from '../channel/channel.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { HandedSocket } from '../ports/held-socket.ts';
import {
  type AgentSide,
  CHUNK_BYTES,
  MAX_LINK_ERROR,
  MAX_LISTEN_ERROR,
  MAX_LOOKED_UP,
  MAX_TO_AGENT_BYTES,
  MAX_TO_WORKER_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from './wire.ts';
import { createWorker, type LocalWorker, type WorkerDependencies } from './worker.ts';
import type { WorkerSettings } from './worker-side.ts';

export interface WorkerProcessDependencies
  extends Pick<WorkerDependencies, 'loadParts' | 'loadLink' | 'platform'> {
  /** To the agent, both ways. */
  readonly stream: Duplex;
  /** Sockets that another process hands to this one; waited for when the worker begins. */
  readonly handed: () => Promise<readonly HandedSocket[]>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Runs the worker at its end of a stream. Resolves with the reason once the agent has ended the worker, or is gone itself: a worker does not run
 * without its agent.
 */
export async function runWorker(deps: WorkerProcessDependencies): Promise<string> {
  let worker: LocalWorker | null = null;
  const channel: Channel<ToAgent> = createChannel({
    stream: deps.stream,
    clock: deps.clock,
    takes: TO_WORKER,
    handlers: handlersFor({
      channel: () => channel,
      worker() {
        if (worker === null) throw new Error('the worker has not begun');
        return worker;
      },
      async begin(settings) {
        const handed = await deps.handed();
        const agent = remoteAgent(() => channel);
        worker ??= createWorker({ ...deps, handed, settings: () => settings, agent });
        return worker.start();
      },
    }),
    makes: TO_AGENT,
    maxBytes: MAX_TO_WORKER_BYTES,
    maxSentBytes: MAX_TO_AGENT_BYTES,
    otherSide: 'trusted',
  });
  const reason = await channel.closed;
  await stop(worker, deps.log);
  return reason;
}

async function stop(worker: LocalWorker | null, log: Log): Promise<void> {
  try {
    await worker?.stop();
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'the worker did not stop cleanly');
  }
}

interface HandlerDependencies {
  readonly channel: () => Channel<ToAgent>;
  readonly worker: () => LocalWorker;
  readonly begin: (settings: WorkerSettings) => Promise<void>;
}

function handlersFor({ channel, worker, begin }: HandlerDependencies): Handlers<ToWorker> {
  let bundle: PolicyBundle | null = null;
  return {
    begin,
    startLink: async () => await worker().startLink(),
    async configure({ state, sameBundle, hash }) {
      // The agent has checked it, and the worker believes the agent.
      const given = state as unknown as FilterState;
      if (!sameBundle) bundle = given.bundle;
      const applied = await worker().configure({ ...given, bundle }, hash);
      return { applied, ...whereOf(worker()) };
    },
    async listenAgain() {
      await worker().listenAgain();
      return whereOf(worker());
    },
    link: async (order) => worker().link(order),
    async fetch({ download, ...wanted }) {
      return { bytes: await send(worker().pieces(wanted), download, channel()) };
    },
    probe: async (input) => await worker().probe(input),
    verdict: async (input) => await worker().verdict(input),
    attempts: async ({ seen }) => worker().attempts(seen),
    ping: () => Promise.resolve(),
    async end() {
      await worker().stop();
      // After the answer was sent.
      setImmediate(() => channel().close('the agent asked to'));
    },
  };
}

/** Where the layers listen. */
function whereOf(worker: LocalWorker): OutputOf<ToWorker, 'listenAgain'> {
  const listening = worker
    .listening()
    .map((one) => ({ ...one, error: one.error?.slice(0, MAX_LISTEN_ERROR) ?? null }));
  return { ports: worker.ports(), listening };
}

/** @returns how many bytes */
async function send(
  pieces: AsyncIterable<Uint8Array>,
  download: number,
  channel: Channel<ToAgent>,
): Promise<number> {
  let bytes = 0;
  let held: Uint8Array[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const all = Buffer.concat(held, length);
    held = [];
    length = 0;
    for (let at = 0; at < all.length; at += CHUNK_BYTES) {
      const data = all.subarray(at, at + CHUNK_BYTES).toString('base64');
      await channel.call('chunk', { download, data });
    }
  };
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    bytes += piece.length;
    if (length >= CHUNK_BYTES) await flush();
  }
  await flush();
  return bytes;
}

/** The agent as a worker in another process sees it: each call of the table goes over the channel. */
export function remoteAgent(channel: () => Channel<ToAgent>): AgentSide {
  const names = Object.keys(TO_AGENT) as (keyof ToAgent)[];
  // Object.fromEntries forgets which name has which function; each takes the input of its own name.
  const plain = Object.fromEntries(
    names.map((name) => [name, async (input: never) => await channel().call(name, input ?? null)]),
  ) as unknown as AgentSide;
  return {
    ...plain,
    lookUps: ({ found }) =>
      plain.lookUps({
        found: Object.fromEntries(
          Object.entries(found).map(([host, addresses]) => [host, addresses.slice(0, MAX_LOOKED_UP)]),
        ),
      }),
    // A stranger's certificate words the error, with as many names as it likes.
    linkStatus: (status) =>
      plain.linkStatus({ ...status, lastError: status.lastError?.slice(0, MAX_LINK_ERROR) ?? null }),
    program: async (input) => await channel().call('program', input, input.withinMs),
  };
}
