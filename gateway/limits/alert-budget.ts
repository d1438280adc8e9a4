import type { AlertType } from '../../contracts/alerts/rules.ts';
import type { Clock } from '../../kit/clock.ts';
import type { TokenBucket } from '../../kit/token-bucket.ts';
import type { GatewayLimits } from './limits.ts';
import { bucketOf } from './storage-budget.ts';

/** What one attempt to write alerts takes from the budget. */
export interface AlertAllowance {
  /** Whether a new alert of this type may be made; it is charged. */
  take(type: AlertType): boolean;
  /** The attempt failed: what it took is given back. */
  undo(): void;
}

/** Limits the new alerts of one device, each type apart: a device that sends many requests for access cannot hide a search for help behind them. */
export class AlertBudget {
  readonly #clock: Clock;
  readonly #limits: Pick<GatewayLimits, 'alertsPerHour' | 'alertsPerDay'>;
  /** Each is made with the first alert of its type, since most devices make none. */
  readonly #byType = new Map<AlertType, readonly TokenBucket[]>();

  constructor(clock: Clock, limits: Pick<GatewayLimits, 'alertsPerHour' | 'alertsPerDay'>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  allowance(): AlertAllowance {
    let taken: TokenBucket[] = [];
    return {
      take: (type) => {
        const buckets = this.bucketsOf(type);
        if (!buckets.every((bucket) => bucket.has(1))) return false;
        for (const bucket of buckets) bucket.take(1);
        taken.push(...buckets);
        return true;
      },
      undo() {
        for (const bucket of taken) bucket.giveBack(1);
        taken = [];
      },
    };
  }

  /** The types that it has made alerts of. */
  types(): readonly AlertType[] {
    return [...this.#byType.keys()];
  }

  /** Whether nothing of it is used up. */
  full(): boolean {
    return [...this.#byType.values()].flat().every((bucket) => bucket.full());
  }

  /** The buckets of one type, always in the same order. */
  bucketsOf(type: AlertType): readonly TokenBucket[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const { alertsPerHour, alertsPerDay } = this.#limits;
    const made = [bucketOf(this.#clock, alertsPerHour, 'hour'), bucketOf(this.#clock, alertsPerDay, 'day')];
    this.#byType.set(type, made);
    return made;
  }
}
