import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import type { Random } from '../../kit/random.ts';

/** A pause has a random length between 0 and the delay, so that a fleet does not reconnect at one moment when a server comes back. */
const RECONNECT: BackoffPolicy = { firstMs: 1_000, factor: 2, ceilingMs: 60_000, jitter: 1 };

/** Added to the pause when the server does not know this device (milliseconds). More tries change nothing, and each costs the server a signature check. */
const REFUSED_MS = 60_000;
const REFUSED: BackoffPolicy = { firstMs: 10_000, factor: 2, ceilingMs: 600_000, jitter: 1 };

/** After this many refusals in a row the device counts as revoked, until it is enrolled again. A single one may be a passing fault of the server. */
const REVOKED_AFTER = 3;

/** How a round over the server's addresses ended. `short` and `stable`: there was a session. */
export type Ending = 'refused' | 'failed' | 'short' | 'stable';

/** The wait before the next round. */
export interface Pause {
  readonly delayMs: number;
  /** So many in a row. */
  readonly refusals: number;
  readonly revoked: boolean;
}

/** Says how long to wait before the next round. */
export interface Pacing {
  after(ending: Ending): Pause;
  /** The chances have improved, for example by a new network: the next failure counts as the first. */
  startOver(): void;
}

export function createPacing(random: Random): Pacing {
  let failures = 0;
  let refusals = 0;
  return {
    after(ending) {
      if (ending === 'refused') {
        const delayMs = REFUSED_MS + backoffDelay(REFUSED, refusals, random);
        refusals += 1;
        return { delayMs, refusals, revoked: refusals >= REVOKED_AFTER };
      }
      refusals = 0;
      if (ending === 'stable') failures = 0;
      const delayMs = backoffDelay(RECONNECT, failures, random);
      failures += 1;
      return { delayMs, refusals, revoked: false };
    },
    startOver() {
      failures = 0;
    },
  };
}
