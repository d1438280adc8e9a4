import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';
import { openSimulatedConnection, type SimulatedConnection } from './connection.ts';
import type { SimulatedIdentity } from './identity.ts';

export interface SimulatedLinkOptions {
  readonly identity: SimulatedIdentity;
  readonly key: SigningKey;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly localAddress?: string;
  readonly onMessage: (topic: DownTopic, jws: string) => void;
  /** Sends the first messages of a new connection; the device counts as arrived when it resolves. */
  readonly greet: (signal: AbortSignal) => Promise<void>;
}

/** Keeps one connection open, from `start` to `leave`. */
export interface SimulatedLink {
  start(): Promise<void>;
  /** Stops reconnecting and ends the connection, if there is one, after the farewell. */
  leave(farewell: (opened: SimulatedConnection) => Promise<void>): Promise<void>;
  /** Null while there is none. */
  connection(): SimulatedConnection | null;
  /** Resolves when a connection is open and `greet` has resolved; at once if so already. */
  arrived(): Promise<void>;
  /** The connection epoch used last. */
  epoch(): number;
}

/** As the real agent: a fleet whose server comes back does not return at once. */
const RECONNECT: BackoffPolicy = { firstMs: 1_000, factor: 2, ceilingMs: 60_000, jitter: 1 };

export function createSimulatedLink(options: SimulatedLinkOptions): SimulatedLink {
  const { identity, clock, random, log } = options;
  let epoch = identity.epoch;
  let connection: SimulatedConnection | null = null;
  let running: { readonly aborter: AbortController; readonly done: Promise<void> } | null = null;
  let arrival = gate();

  const open = (): Promise<SimulatedConnection> => {
    // Higher than ever before, also when the file with the last one was lost.
    epoch = Math.max(epoch + 1, Math.floor(clock.now() / 1_000));
    const [url] = identity.mqttUrls;
    if (url === undefined) throw new Error('the server named no address for MQTT');
    const { deviceId, certificateAuthority } = identity;
    return openSimulatedConnection({
      ...options,
      deviceId,
      certificateAuthority,
      url,
      epoch,
      now: clock.now(),
    });
  };

  const talk = async (signal: AbortSignal): Promise<void> => {
    const opened = await open();
    if (signal.aborted) return opened.destroy();
    connection = opened;
    await options.greet(signal);
    arrival.open();
    await opened.closed;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await talk(signal);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!signal.aborted)
          log.debug({ deviceId: identity.deviceId, error: messageOf(error) }, 'no connection; trying again');
      }
      connection?.destroy();
      connection = null;
      if (!signal.aborted) await delay(clock, backoffDelay(RECONNECT, failures, random), signal);
    }
  };

  return {
    start() {
      if (running !== null) return Promise.resolve();
      const aborter = new AbortController();
      running = { aborter, done: run(aborter.signal) };
      return Promise.resolve();
    },
    async leave(farewell) {
      if (running === null) return;
      const { aborter, done } = running;
      running = null;
      aborter.abort();
      arrival = gate();
      if (connection !== null) await farewell(connection);
      connection?.destroy();
      await done;
    },
    connection: () => connection,
    arrived: () => arrival.passed,
    epoch: () => epoch,
  };
}

/** A promise that is resolved from outside. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
