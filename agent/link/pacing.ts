import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import type { Random } from '../../kit/random.ts';

/** Anywhere between 0 and the delay: when a server comes back, a fleet spreads over it. */
const RECONNECT: BackoffPolicy = { firstMs: 1_000, factor: 2, ceilingMs: 60_000, jitter: 1 };

/** On top of a minute, for a server that knows us not: knocking more often changes nothing and costs it a signature check each. */
const REFUSED_MS = 60_000;
const REFUSED: BackoffPolicy = { firstMs: 10_000, factor: 2, ceilingMs: 600_000, jitter: 1 };

/** A refusal may be a passing fault of the server; so many in a row are its last word until someone enrolls again. */
const REVOKED_AFTER = 3;

/** How a round over the server's addresses ended: `short` and `stable` are conversations. */
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
  /** Something has changed for the better, as a new network: the next failure counts as the first. */
  hope(): void;
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
    hope() {
      failures = 0;
    },
  };
}
