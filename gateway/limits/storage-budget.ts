import type { Clock } from '../../kit/clock.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { StorageQuota } from './limits.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** A bucket that gives so much at once, and as much again within a time. */
export function bucketOf(clock: Clock, amount: number, per: 'hour' | 'day'): TokenBucket {
  const seconds = per === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
  return new TokenBucket(clock, { perSecond: amount / seconds, burst: amount });
}

/** What a message would store. */
export interface Storing {
  readonly records: number;
  /** Unpacked. */
  readonly bytes: number;
}

/** What one device may have stored of one kind. */
export class StorageBudget {
  readonly #records: readonly TokenBucket[];
  readonly #bytes: readonly TokenBucket[];

  constructor(clock: Clock, quota: StorageQuota) {
    this.#records = [
      bucketOf(clock, quota.recordsPerHour, 'hour'),
      bucketOf(clock, quota.recordsPerDay, 'day'),
    ];
    this.#bytes = [bucketOf(clock, quota.bytesPerHour, 'hour'), bucketOf(clock, quota.bytesPerDay, 'day')];
  }

  /** Whether a message can fit at all: one that cannot need not be unpacked. */
  hasRoom(): boolean {
    return this.#covers({ records: 1, bytes: 1 });
  }

  /** Charges it all, or nothing when there is not enough left. @returns whether there was */
  charge(storing: Storing): boolean {
    if (!this.#covers(storing)) return false;
    for (const bucket of this.#records) bucket.take(storing.records);
    for (const bucket of this.#bytes) bucket.take(storing.bytes);
    return true;
  }

  /** What was charged could not be stored. */
  giveBack({ records, bytes }: Storing): void {
    for (const bucket of this.#records) bucket.giveBack(records);
    for (const bucket of this.#bytes) bucket.giveBack(bytes);
  }

  /** Its parts, always in the same order. */
  get buckets(): readonly TokenBucket[] {
    return [...this.#records, ...this.#bytes];
  }

  /** Whether it is as good as a new one. */
  full(): boolean {
    return this.buckets.every((bucket) => bucket.full());
  }

  #covers({ records, bytes }: Storing): boolean {
    return (
      this.#records.every((bucket) => bucket.has(records)) && this.#bytes.every((bucket) => bucket.has(bytes))
    );
  }
}
