import type { DeviceId } from '../../../contracts/ids.ts';
import type { TokenBucket } from '../../../kit/token-bucket.ts';
import { Deadlines } from '../../presence/deadlines.ts';
import type { Sighting } from './sighting.ts';

/** A device, rule and domain have one event in this time (milliseconds). */
const WINDOW_MS = 300_000;

/** After this (milliseconds) a failed write is tried again. */
const RETRY_MS = 1_000;

/**
 * Windows of one device: a whole batch of different sites. The sightings above it become one event together, so that a device that reports without end does not
 * hide the others.
 */
const MAX_OF_DEVICE = 500;

/** Windows of all devices (some 500 bytes each): twenty for each of five thousand devices. Above it, the oldest end early. */
const MAX_WINDOWS = 100_000;

/** How many windows are examined to make room for one. */
const LOOKS = 8;

interface Window {
  readonly key: string;
  readonly deviceId: DeviceId;
  /** Whether its event was charged to the device's hour. */
  readonly isCharged: boolean;
  /** Sightings since the last event; null = none. */
  collected: Sighting | null;
}

/** The sightings of one report, sorted. */
export interface Sorted {
  /** The first of each new window: to be reported now, each with all sightings of the report that share its key. */
  readonly firsts: readonly Sighting[];
  /** For windows that were open before, which collect them. */
  readonly others: readonly Sighting[];
}

/**
 * Makes few events of many sightings. The first of a device, rule and domain is reported at once and opens a window of five minutes. The sightings in it are
 * collected and reported as one at its end, which opens the next window. So two events with the same key are at least five minutes apart, and each request is
 * counted by one of them. Each event costs the device one of its hourly budget. When that is used up, the device's sightings of a type are reported together.
 * The collected ones are in memory: a crash loses them, and the next sighting is then reported at once. Times are monotonic.
 */
export class SightingWindows {
  private readonly windows = new Map<string, Window>();
  private readonly perDevice = new Map<DeviceId, number>();
  private readonly deadlines: Deadlines<string>;

  private readonly budgetOf: (deviceId: DeviceId) => TokenBucket;

  /** @param budgetOf the budget of a device's events */
  constructor(now: number, budgetOf: (deviceId: DeviceId) => TokenBucket) {
    this.deadlines = new Deadlines(now);
    this.budgetOf = budgetOf;
  }

  /** How many windows are open. */
  get size(): number {
    return this.windows.size;
  }

  /** Opens windows for new sightings. */
  sort(sightings: readonly Sighting[], now: number): Sorted {
    const firsts = new Map<string, Sighting>();
    const others: Sighting[] = [];
    for (const sighting of sightings) {
      const key = this.keyOf(sighting);
      const first = firsts.get(key);
      if (first !== undefined) firsts.set(key, plus(first, sighting.count));
      else if (this.windows.has(key)) others.push(sighting);
      else {
        firsts.set(key, sighting);
        this.open(key, sighting, now);
      }
    }
    return { firsts: [...firsts.values()], others };
  }

  /** Adds sightings to open windows. A window that has ended meanwhile is opened again and reported at its end. */
  collect(sightings: readonly Sighting[], now: number): void {
    for (const sighting of sightings) {
      const key = this.keyOf(sighting);
      const window = this.windows.get(key) ?? this.open(key, sighting, now);
      window.collected = window.collected === null ? sighting : plus(window.collected, sighting.count);
    }
  }

  /** Takes back first sightings that could not be reported: the report comes again. What other reports have added meanwhile is reported soon. */
  undo(firsts: readonly Sighting[], now: number): void {
    for (const sighting of firsts) {
      const window = this.windows.get(this.keyOf(sighting));
      if (window === undefined) continue;
      if (window.collected === null) {
        this.close(window);
        if (window.isCharged) this.budgetOf(window.deviceId).giveBack(1);
      } else this.deadlines.set(window.key, now);
    }
  }

  /** Ends the windows whose time is over and opens them again. @returns what they have collected, to be reported now */
  due(now: number): readonly Sighting[] {
    return this.deadlines.due(now).flatMap((key) => this.end(key, now));
  }

  /** Ends all windows. @returns what they have collected */
  endAll(): readonly Sighting[] {
    const collected = [...this.windows.values()].flatMap((window) => window.collected ?? []);
    for (const window of this.windows.values()) this.close(window);
    return collected;
  }

  /** Puts back what could not be reported: it is due again in a moment, with what has come meanwhile. */
  putBack(sightings: readonly Sighting[], now: number): void {
    for (const sighting of sightings) {
      const key = this.keyOf(sighting);
      const window = this.windows.get(key) ?? this.open(key, sighting, now);
      window.collected = plus(sighting, window.collected?.count ?? 0);
      this.deadlines.set(key, now + RETRY_MS);
    }
  }

  private end(key: string, now: number): readonly Sighting[] {
    const window = this.windows.get(key);
    if (window === undefined) return [];
    this.close(window);
    const { collected } = window;
    if (collected === null) return [];
    const next = window.isCharged ? this.keyOf(collected) : key;
    // The device's hourly budget is used up: reported with all others of its type.
    if (next !== key) this.collect([collected], now);
    else this.open(key, collected, now);
    return next === key ? [collected] : [];
  }

  private open(key: string, sighting: Sighting, now: number): Window {
    const { deviceId } = sighting;
    const isCharged = key !== surplusKeyOf(sighting);
    if (isCharged) this.budgetOf(deviceId).take(1);
    const window: Window = { key, deviceId, isCharged, collected: null };
    this.windows.set(key, window);
    this.deadlines.set(key, now + WINDOW_MS);
    this.perDevice.set(deviceId, (this.perDevice.get(deviceId) ?? 0) + 1);
    this.makeRoom(now);
    return window;
  }

  private close({ key, deviceId }: Window): void {
    this.windows.delete(key);
    this.deadlines.delete(key);
    const left = (this.perDevice.get(deviceId) ?? 0) - 1;
    if (left > 0) this.perDevice.set(deviceId, left);
    else this.perDevice.delete(deviceId);
  }

  private makeRoom(now: number): void {
    let looks = 0;
    for (const window of this.windows.values()) {
      if (this.windows.size <= MAX_WINDOWS || looks++ >= LOOKS) return;
      if (window.collected === null) this.close(window);
      else this.deadlines.set(window.key, now);
    }
  }

  private keyOf(sighting: Sighting): string {
    const { type, deviceId, kind } = sighting;
    const key = `${type}\n${deviceId}\n${kind}`;
    if (this.windows.has(key)) return key;
    const isRoom = (this.perDevice.get(deviceId) ?? 0) < MAX_OF_DEVICE;
    return isRoom && this.budgetOf(deviceId).has(1) ? key : surplusKeyOf(sighting);
  }
}

/** Of all of a type that is beyond what a device may have told one by one. */
function surplusKeyOf({ type, deviceId }: Sighting): string {
  return `${type}\n${deviceId}\n*`;
}

function plus(sighting: Sighting, count: number): Sighting {
  return { ...sighting, count: sighting.count + count };
}
