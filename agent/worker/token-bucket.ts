import type { Clock } from '../../kit/clock.ts';

/** Spreads calls: so many at once, then so many a second. */
export interface TokenBucket {
  /** Takes one. @returns how long to wait before going on (milliseconds); 0 = go on */
  take(): number;
}

export function createTokenBucket(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  clock: Pick<Clock, 'monotonic'>,
): TokenBucket {
  let tokens = burst;
  let filledAt = clock.monotonic();
  return {
    take() {
      if (!Number.isFinite(burst)) return 0;
      const now = clock.monotonic();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond) - 1;
      filledAt = now;
      // Below zero: the tokens of those who wait before.
      return tokens >= 0 ? 0 : Math.ceil((-tokens / perSecond) * 1_000);
    },
  };
}
