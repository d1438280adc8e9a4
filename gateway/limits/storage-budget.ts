import type { Clock } from '../../kit/clock.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { StorageQuota } from './limits.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** A bucket that holds an amount and fills again within an hour or a day. */
export function bucketOf(clock: Clock, amount: number, per: 'hour' | 'day'): TokenBucket {
  const seconds = per === 'hour' ? HOUR_SECONDS : DAY_SECONDS;
  return new TokenBucket(clock, { perSecond: amount / seconds, burst: amount });
}

/** What it costs to store a message. */
export interface Storing {
  readonly records: number;
  /** Unpacked. */
  readonly bytes: number;
}

/** Limits what is stored of one device and of one kind. */
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

  /** Whether even the smallest message fits: otherwise none needs to be unpacked. */
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

  /** Gives back what was charged for a message that could not be stored. */
  giveBack({ records, bytes }: Storing): void {
    for (const bucket of this.#records) bucket.giveBack(records);
    for (const bucket of this.#bytes) bucket.giveBack(bytes);
  }

  /** Its parts, always in the same order. */
  get buckets(): readonly TokenBucket[] {
    return [...this.#records, ...this.#bytes];
  }

  /** Whether nothing of it is used up. */
  full(): boolean {
    return this.buckets.every((bucket) => bucket.full());
  }

  #covers({ records, bytes }: Storing): boolean {
    return (
      this.#records.every((bucket) => bucket.has(records)) && this.#bytes.every((bucket) => bucket.has(bytes))
    );
  }
}
