import type { Clock } from './clock.ts';

/** A token bucket on the monotonic clock. It may be overdrawn: the caller learns how long the debt takes to be paid off, and waits or refuses. */
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

  /** Whether it has this many tokens. */
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

  /** Gives tokens back for something that was refused and must not count. */
  giveBack(cost: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + cost);
  }

  /** How many tokens are used up. */
  spent(): number {
    this.#refill();
    return this.#burst - this.#tokens;
  }

  /** The share of its tokens that is used up. */
  spentShare(): number {
    return this.spent() / this.#burst;
  }

  /** Takes over what another bucket had used up some time ago (milliseconds); at most all tokens are used up. */
  resume(spent: number, agoMs: number): void {
    const lacking = Math.max(0, spent - (agoMs / 1_000) * this.#perSecond);
    this.#refill();
    this.#tokens = Math.min(this.#tokens, Math.max(0, this.#burst - lacking));
  }

  /** Whether nothing is used up, so that it need not be kept. */
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
