import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { ServerClient } from './server-client.ts';

/**
 * How long an answer is used (milliseconds). The boot clock drifts by some milliseconds in this time, and asking at each reconnect would double the
 * requests of a returning fleet.
 */
const FRESH_MS = 600_000;

/** Asks the server for its time. */
export interface ServerTime {
  /** Asks the server unless it was asked lately. Never rejects: without an answer the last offset serves. */
  ask(signal: AbortSignal): Promise<void>;
  /** The next `ask` asks in any case. */
  doubt(): void;
}

export interface ServerTimeDependencies {
  readonly client: Pick<ServerClient, 'time'>;
  readonly clock: Clock;
  readonly log: Log;
  /** What the server said, epoch milliseconds. */
  readonly learn: (serverTime: number) => Promise<void> | void;
}

export function createServerTime({ client, clock, log, learn }: ServerTimeDependencies): ServerTime {
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    async ask(signal) {
      if (clock.monotonic() - askedAt < FRESH_MS) return;
      try {
        await learn(await client.time(signal));
        askedAt = clock.monotonic();
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'the server does not tell its time; going by the last offset');
      }
    },
    doubt() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
