import type { AlertType } from '../../contracts/alerts/rules.ts';
import type { Clock } from '../../kit/clock.ts';
import type { TokenBucket } from '../../kit/token-bucket.ts';
import type { GatewayLimits } from './limits.ts';
import { bucketOf } from './storage-budget.ts';

/** What one attempt to write alerts has taken. */
export interface AlertAllowance {
  /** Whether a new alert of this type may be made; it is charged. */
  take(type: AlertType): boolean;
  /** Nothing came of the attempt: what it took is given back. */
  undo(): void;
}

/**
 * New alerts that one device may make, of each type apart: whoever drowns the school in requests for access does not hide a search for
 * help by it.
 */
export class AlertBudget {
  readonly #clock: Clock;
  readonly #limits: Pick<GatewayLimits, 'alertsPerHour' | 'alertsPerDay'>;
  /** Made with the first alert of a type: most devices make none. */
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

  /** Whether it is as good as a new one. */
  full(): boolean {
    return [...this.#byType.values()].flat().every((bucket) => bucket.full());
  }

  /** Of one type, always in the same order. */
  bucketsOf(type: AlertType): readonly TokenBucket[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const { alertsPerHour, alertsPerDay } = this.#limits;
    const made = [bucketOf(this.#clock, alertsPerHour, 'hour'), bucketOf(this.#clock, alertsPerDay, 'day')];
    this.#byType.set(type, made);
    return made;
  }
}
