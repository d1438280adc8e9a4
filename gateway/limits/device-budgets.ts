import { ALERT_TYPES } from '../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { SpentBudget } from '../../store/ports/device-quotas.ts';
import { AlertBudget } from './alert-budget.ts';
import type { GatewayLimits } from './limits.ts';
import { bucketOf, StorageBudget } from './storage-budget.ts';

/** How long a QoS 1 message may have to wait for its turn (milliseconds); a device that is further in debt is disconnected. */
const MAX_WAIT_MS = 5_000;

/** A device that has used up less than this share of each budget begins with full budgets after a restart. So an honest school has next to nothing to store. */
const WORTH_KEEPING = 0.1;

/** Begins the names of the budgets of alerts; the type of the alert follows. */
const ALERTS = 'alerts.';

/** What one device may spend. */
export class DeviceBudget {
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #unpacked: TokenBucket;
  /** What the server stores of the device. */
  readonly activity: StorageBudget;
  readonly events: StorageBudget;
  readonly alerts: AlertBudget;
  /** Batches that are searched though the device has to keep them. */
  readonly looks: TokenBucket;
  /** Events about the device's state. */
  readonly states: TokenBucket;
  /** Events about its coming and going. */
  readonly presence: TokenBucket;
  /** Events about violations and games. Half of the limit at once, so that no hour has more than the limit. */
  readonly sightings: TokenBucket;

  constructor(clock: Clock, limits: GatewayLimits) {
    this.#messages = new TokenBucket(clock, {
      perSecond: limits.messagesPerSecond,
      burst: limits.messageBurst,
    });
    this.#bytes = new TokenBucket(clock, { perSecond: limits.bytesPerSecond, burst: limits.byteBurst });
    this.#unpacked = new TokenBucket(clock, {
      perSecond: limits.unpackedBytesPerSecond,
      burst: limits.unpackedByteBurst,
    });
    this.activity = new StorageBudget(clock, limits.activity);
    this.events = new StorageBudget(clock, limits.events);
    this.alerts = new AlertBudget(clock, limits);
    this.looks = bucketOf(clock, limits.heldBackLooksPerHour, 'hour');
    this.states = bucketOf(clock, limits.stateEventsPerHour, 'hour');
    this.presence = bucketOf(clock, limits.presenceEventsPerHour, 'hour');
    this.sightings = bucketOf(clock, limits.sightingEventsPerHour / 2, 'hour');
  }

  /** Charges the unpacked size of a message (bytes). */
  chargeUnpacked(bytes: number): void {
    this.#unpacked.take(bytes);
  }

  /** Milliseconds until the next message may be unpacked; 0 = it may be now. */
  unpackedDebtMs(): number {
    return this.#unpacked.take(0);
  }

  /**
   * Charges a message. @returns milliseconds to wait before it is taken (0 = now), or null when the device is too far in debt. A message
   * that is refused is not charged.
   */
  charge({ bytes, mayWait }: { readonly bytes: number; readonly mayWait: boolean }): number | null {
    const waitMs = Math.max(this.#messages.take(1), this.#bytes.take(bytes));
    if (waitMs <= (mayWait ? MAX_WAIT_MS : 0)) return waitMs;
    this.#messages.giveBack(1);
    this.#bytes.giveBack(bytes);
    return null;
  }

  /** What is used up of the budgets that survive a restart; null when it is too little to store. */
  spent(): SpentBudget['spent'] | null {
    const parts = [...this.#lasting()];
    if (!parts.some(([, buckets]) => buckets.some((bucket) => bucket.spentShare() > WORTH_KEEPING)))
      return null;
    return Object.fromEntries(
      parts.map(([name, buckets]) => [name, buckets.map((bucket) => Math.round(bucket.spent()))]),
    );
  }

  /** Takes over what was used up before a restart, `agoMs` milliseconds ago. Names that it does not know are ignored. */
  resume(spent: SpentBudget['spent'], agoMs: number): void {
    for (const type of ALERT_TYPES) if (`${ALERTS}${type}` in spent) this.alerts.bucketsOf(type);
    for (const [name, buckets] of this.#lasting())
      for (const [at, bucket] of buckets.entries()) bucket.resume(spent[name]?.[at] ?? 0, agoMs);
  }

  *#lasting(): Iterable<readonly [name: string, buckets: readonly TokenBucket[]]> {
    yield ['activity', this.activity.buckets];
    yield ['events', this.events.buckets];
    yield ['looks', [this.looks]];
    yield ['states', [this.states]];
    yield ['presence', [this.presence]];
    yield ['sightings', [this.sightings]];
    for (const type of this.alerts.types()) yield [`${ALERTS}${type}`, this.alerts.bucketsOf(type)];
  }

  /** Whether it is as good as a new one. */
  full(): boolean {
    const rates = [
      this.#messages,
      this.#bytes,
      this.#unpacked,
      this.looks,
      this.states,
      this.presence,
      this.sightings,
    ];
    return [...rates, this.activity, this.events, this.alerts].every((part) => part.full());
  }
}

/** The budgets belong to devices, not to their connections: reconnecting buys nothing. */
export interface DeviceBudgets {
  of(deviceId: DeviceId): DeviceBudget;
  all(): Iterable<readonly [DeviceId, DeviceBudget]>;
  /** Forgets the budgets that are full again. */
  sweep(): void;
}

export function createDeviceBudgets(clock: Clock, limits: GatewayLimits): DeviceBudgets {
  const budgets = new Map<DeviceId, DeviceBudget>();
  return {
    of(deviceId) {
      const known = budgets.get(deviceId);
      if (known !== undefined) return known;
      const fresh = new DeviceBudget(clock, limits);
      budgets.set(deviceId, fresh);
      return fresh;
    },
    all: () => budgets,
    sweep() {
      for (const [deviceId, budget] of budgets) if (budget.full()) budgets.delete(deviceId);
    },
  };
}
