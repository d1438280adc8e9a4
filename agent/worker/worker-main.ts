import type { Duplex } from 'node:stream';
import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { OutputOf } from '../channel/calls.ts';
import { type Channel, createChannel, type Handlers } from '../channel/channel.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { HandedSocket } from '../ports/held-socket.ts';
import type { FetchWanted } from '../ports/policy-source.ts';
import { remoteAgent } from './served-calls.ts';
import {
  CHUNK_BYTES,
  MAX_LISTEN_ERROR,
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

/** The worker at the other end of a stream. Resolves with the reason once the agent has ended it, or is gone: without the agent there is no worker. */
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

interface Bench {
  readonly channel: () => Channel<ToAgent>;
  readonly worker: () => LocalWorker;
  readonly begin: (settings: WorkerSettings) => Promise<void>;
}

function handlersFor({ channel, worker, begin }: Bench): Handlers<ToWorker> {
  let bundle: PolicyBundle | null = null;
  const nothing = async (work: Promise<void>): Promise<null> => {
    await work;
    return null;
  };
  return {
    begin: (settings) => nothing(begin(settings)),
    startLink: () => nothing(worker().startLink()),
    async configure({ state, sameBundle, hash }) {
      // The agent has checked it, and the worker believes the agent.
      const given = state as unknown as FilterState;
      if (!sameBundle) bundle = given.bundle;
      const applied = await worker().configure({ ...given, bundle }, hash);
      return { applied: { ...applied }, ...whereOf(worker()) };
    },
    async listenAgain() {
      await worker().listenAgain();
      return whereOf(worker());
    },
    async link(input) {
      const { link } = worker();
      if (input.what === 'heartbeatSeconds') link.heartbeatSeconds(input.seconds);
      else if (input.what === 'networkChanged') link.networkChanged(input.addresses);
      else link[input.what]();
      return null;
    },
    async fetch({ download, kind, hash, from, maxBytes }) {
      const wanted: FetchWanted = { kind, hash, from, maxBytes };
      return { bytes: await send(worker().pieces(wanted), download, channel()) };
    },
    async probe({ url }) {
      const answer = await worker().probe(url);
      return answer.result === 'portal' ? { ...answer, hosts: [...answer.hosts] } : { ...answer };
    },
    verdict: ({ host }) => worker().verdict(host),
    async attempts({ seen }) {
      worker().attempts(seen);
      return null;
    },
    ping: () => Promise.resolve(null),
    async end() {
      await worker().stop();
      // After the answer has left.
      setImmediate(() => channel().close('the agent asked to'));
      return null;
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
