import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import { type Clock, delay, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { Handlers } from '../channel/calls.ts';
import { type Channel, createChannel } from '../channel/channel.ts';
import type { WorkerProcess, WorkerStarter } from '../ports/worker-starter.ts';
import {
  MAX_TO_AGENT_BYTES,
  MAX_TO_WORKER_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from './wire.ts';

/** The first restart comes at once, because no name is answered until then. */
const RESTART: BackoffPolicy = { firstMs: 100, factor: 2, ceilingMs: 10_000, jitter: 0.2 };
/** After a worker has run this long, its end counts as a first failure (milliseconds). */
const STABLE_MS = 30_000;
/** How often the worker is pinged (milliseconds), and how long its answer may take; a healthy one answers within milliseconds. */
const PING_MS = 5_000;
const PONG_MS = 5_000;
/**
 * How long the first answer may take (milliseconds): loading the program from a slow disk takes tens of seconds while the computer starts. As long as
 * for `begin`, the first call.
 */
const FIRST_PONG_MS = 30_000;
/** How long the worker may take to end (milliseconds): its good-bye to the server takes up to two seconds. */
const END_MS = 4_000;

/** Keeps a worker's process running. */
export interface WorkerKeeper extends Service {
  /** To the worker that runs now; null = none. */
  channel(): Channel<ToWorker> | null;
}

export interface WorkerKeeperDependencies {
  readonly starter: WorkerStarter;
  readonly handlers: Handlers<ToAgent>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Sends a new worker everything that it must know. A worker that does not take it is ended. */
  readonly brief: (channel: Channel<ToWorker>) => Promise<void>;
  /** @param why it ended; null = it was asked to */
  readonly onGone: (why: string | null) => void;
}

export function createWorkerKeeper(deps: WorkerKeeperDependencies): WorkerKeeper {
  const { clock, log } = deps;
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;
  let live: { readonly channel: Channel<ToWorker>; readonly process: WorkerProcess } | null = null;

  /** Runs one worker, from its start to its end. */
  const liveOnce = async (): Promise<void> => {
    const process = deps.starter.start();
    const channel = createChannel({
      stream: process.stream,
      clock,
      takes: TO_AGENT,
      handlers: deps.handlers,
      makes: TO_WORKER,
      maxBytes: MAX_TO_AGENT_BYTES,
      maxSentBytes: MAX_TO_WORKER_BYTES,
      otherSide: 'hostile',
    });
    live = { channel, process };
    const pings = endWhenHung(live, clock, log);
    deps.brief(channel).catch((error: unknown) => channel.close(`it does not begin: ${messageOf(error)}`));
    const reason = await Promise.race([channel.closed, process.ended]);
    process.kill();
    const end = await process.ended;
    live = null;
    channel.close('the worker has ended');
    if (stopping !== null) log.warn({ reason, end, pid: process.pid }, 'the worker has ended');
    deps.onGone(stopping === null ? null : `${reason}; ${end}`);
    await pings.stop();
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = clock.monotonic();
      await liveOnce();
      failures = clock.monotonic() - startedAt >= STABLE_MS ? 0 : failures + 1;
      if (failures > 1) await delay(clock, backoffDelay(RESTART, failures - 2, deps.random), signal);
    }
  };

  return {
    start() {
      if (stopping === null) {
        stopping = new AbortController();
        running = run(stopping.signal);
      }
      return Promise.resolve();
    },
    async stop() {
      if (stopping === null) return;
      stopping.abort();
      stopping = null;
      const ending = live;
      await ending?.channel
        .call('end', null, END_MS)
        .catch((error: unknown) => log.debug({ error: messageOf(error) }, 'the worker did not say good-bye'));
      ending?.process.kill();
      await running;
    },
    channel: () => live?.channel ?? null,
  };
}

/** Ends a worker whose event loop hangs: the kernel still takes packets for it, and nobody answers them. */
function endWhenHung(
  { channel, process }: { readonly channel: Channel<ToWorker>; readonly process: WorkerProcess },
  clock: Clock,
  log: Log,
): { stop(): Promise<void> } {
  let patienceMs = FIRST_PONG_MS;
  const ping = async (): Promise<void> => {
    await channel.call('ping', null, patienceMs);
    patienceMs = PONG_MS;
  };
  const end = (error: unknown): void => {
    log.error({ error: messageOf(error), pid: process.pid }, 'the worker does not answer');
    process.kill();
  };
  // At once, so that the long patience holds only for the first answer.
  ping().catch(end);
  return every(clock, PING_MS, ping, end);
}
