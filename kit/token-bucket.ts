import type { Clock } from './clock.ts';

/**
 * A token bucket on the monotonic clock. It may be overdrawn: the caller gets the time until the debt is paid off, and decides whether to
 * wait or to refuse.
 */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(clock: Clock, rate: { readonly perSecond: number; readonly burst: number }) {
    this.#clock = clock;
    this.#perSecond = rate.perSecond;
    this.#burst = rate.burst;
    this.#tokens = rate.burst;
    this.#at = clock.monotonic();
  }

  /** Takes tokens. @returns milliseconds until the bucket is out of debt; 0 when it is not in debt */
  take(cost: number): number {
    this.#refill();
    this.#tokens -= cost;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1_000;
  }

  /** Whether the bucket has this many tokens. */
  has(cost: number): boolean {
    this.#refill();
    return this.#tokens >= cost;
  }

  /** Takes the tokens if the bucket has them all, else none. @returns whether it had */
  tryTake(cost: number): boolean {
    if (!this.has(cost)) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Gives tokens back, for something that was refused and should not count. */
  giveBack(cost: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + cost);
  }

  /** Number of tokens missing from a full bucket. */
  spent(): number {
    this.#refill();
    return this.#burst - this.#tokens;
  }

  /** The missing share of a full bucket. */
  spentShare(): number {
    return this.spent() / this.#burst;
  }

  /** Continues from another such bucket that lacked this many tokens some time ago (milliseconds). The bucket is never emptier than empty. */
  resume(spent: number, agoMs: number): void {
    const lacking = Math.max(0, spent - (agoMs / 1_000) * this.#perSecond);
    this.#refill();
    this.#tokens = Math.min(this.#tokens, Math.max(0, this.#burst - lacking));
  }

  /** Whether the bucket is full, so that it need not be kept. */
  full(): boolean {
    this.#refill();
    return this.#tokens >= this.#burst;
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
  }
}
