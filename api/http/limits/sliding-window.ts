/**
 * A sliding window of one minute: a ring of 60 one-second counters and their sum. A request is admitted while the sum is below the limit; a
 * refused request costs nothing. All times are monotonic milliseconds, so that a jump of the clock neither frees nor blocks anybody.
 */
export interface SlidingWindow {
  /** Counts a request of the given cost, or refuses it. */
  take(nowMs: number, limit: number, cost?: number): Admission;
  /** Takes back the last count, because the request was refused later. */
  giveBack(nowMs: number, cost: number): void;
  /** The same answer as `take`, without counting. */
  peek(nowMs: number, limit: number): Admission;
  /** Whether nothing was counted within the window, so that it may be dropped. */
  idle(nowMs: number): boolean;
}

export interface Admission {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until `remaining` next grows, or for a refused request until it would be admitted. At least 1; 0 when nothing is counted. */
  readonly resetSeconds: number;
}

export const WINDOW_SECONDS = 60;

export function createSlidingWindow(): SlidingWindow {
  const counters = new Uint32Array(WINDOW_SECONDS);
  let sum = 0;
  let head = 0;

  const advance = (nowMs: number): void => {
    const second = Math.floor(nowMs / 1_000);
    if (second - head >= WINDOW_SECONDS) {
      counters.fill(0);
      sum = 0;
    } else {
      for (let at = head + 1; at <= second; at++) {
        sum -= counters[at % WINDOW_SECONDS] ?? 0;
        counters[at % WINDOW_SECONDS] = 0;
      }
    }
    head = Math.max(head, second);
  };
  /** Seconds until this many of the counted requests have left the window. */
  const secondsUntilFree = (count: number, nowMs: number): number => {
    let freed = 0;
    for (let age = WINDOW_SECONDS - 1; age >= 0; age--) {
      freed += counters[(head - age + WINDOW_SECONDS) % WINDOW_SECONDS] ?? 0;
      if (freed >= count) return Math.max(1, Math.ceil(head + WINDOW_SECONDS - age - nowMs / 1_000));
    }
    return WINDOW_SECONDS;
  };
  const describe = (admitted: boolean, nowMs: number, limit: number, cost: number): Admission => {
    const wanted = admitted ? 1 : Math.max(1, sum + cost - limit);
    const resetSeconds = sum === 0 ? 0 : secondsUntilFree(wanted, nowMs);
    return { admitted, limit, remaining: Math.max(0, limit - sum), resetSeconds };
  };

  return {
    take(nowMs, limit, cost = 1) {
      advance(nowMs);
      const admitted = sum + cost <= limit;
      if (admitted) {
        const slot = head % WINDOW_SECONDS;
        counters[slot] = (counters[slot] ?? 0) + cost;
        sum += cost;
      }
      return describe(admitted, nowMs, limit, cost);
    },
    giveBack(nowMs, cost) {
      advance(nowMs);
      let left = Math.min(cost, sum);
      sum -= left;
      for (let age = 0; age < WINDOW_SECONDS && left > 0; age++) {
        const slot = (head - age + WINDOW_SECONDS) % WINDOW_SECONDS;
        const taken = Math.min(left, counters[slot] ?? 0);
        counters[slot] = (counters[slot] ?? 0) - taken;
        left -= taken;
      }
    },
    peek(nowMs, limit) {
      advance(nowMs);
      return describe(sum < limit, nowMs, limit, 1);
    },
    idle(nowMs) {
      advance(nowMs);
      return sum === 0;
    },
  };
}
