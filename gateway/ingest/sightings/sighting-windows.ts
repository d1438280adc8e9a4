import type { DeviceId } from '../../../contracts/ids.ts';
import type { TokenBucket } from '../../../kit/token-bucket.ts';
import { Deadlines } from '../../presence/deadlines.ts';
import type { Sighting } from './sighting.ts';

/** One event of a device, rule and domain in this time (milliseconds). */
const WINDOW_MS = 300_000;

/** What could not be written is tried again after this (milliseconds). */
const RETRY_MS = 1_000;

/** Windows of one device: a whole batch of different sites. What a device that goes mad reports beyond is told together, so that it drowns nobody. */
const MAX_OF_DEVICE = 500;

/** Windows of all (some 500 bytes each): twenty for each of five thousand devices. Beyond, the oldest end early. */
const MAX_WINDOWS = 100_000;

/** Windows that are looked at to make room for one. */
const LOOKS = 8;

interface Window {
  readonly key: string;
  readonly deviceId: DeviceId;
  /** It took one of the device's hour. */
  readonly isCharged: boolean;
  /** What came since the last event; null = nothing. */
  collected: Sighting | null;
}

/** What becomes of the sightings of one report. */
export interface Sorted {
  /** The first of their windows, which are open now: to be told at once, each with all of the report that is like it. */
  readonly firsts: readonly Sighting[];
  /** What windows that were open before are to collect. */
  readonly others: readonly Sighting[];
}

/**
 * Thins sightings out. The first of a device, rule and domain is told at once; what follows within five minutes is collected, and told as one when they
 * are over, which opens the next five minutes. So no two events of one kind are less than five minutes apart, and all requests are counted by one of them.
 * Each event costs the device one of its hour, also that of a window which opens again; without one left, its sightings of a type are told together.
 * What is collected is in memory: a crash forgets it, and the next sighting is told at once though the window was open. Times are monotonic.
 */
export class SightingWindows {
  private readonly windows = new Map<string, Window>();
  private readonly perDevice = new Map<DeviceId, number>();
  private readonly deadlines: Deadlines<string>;

  private readonly budgetOf: (deviceId: DeviceId) => TokenBucket;

  /** @param budgetOf how many events of this kind a device may still cause, each of one thing */
  constructor(now: number, budgetOf: (deviceId: DeviceId) => TokenBucket) {
    this.deadlines = new Deadlines(now);
    this.budgetOf = budgetOf;
  }

  /** How many are open. */
  get size(): number {
    return this.windows.size;
  }

  /** Opens the windows of what is new. */
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

  /** Counts what belongs to open windows; one that has ended meanwhile is opened again, and told at its end. */
  collect(sightings: readonly Sighting[], now: number): void {
    for (const sighting of sightings) {
      const key = this.keyOf(sighting);
      const window = this.windows.get(key) ?? this.open(key, sighting, now);
      window.collected = window.collected === null ? sighting : plus(window.collected, sighting.count);
    }
  }

  /** Firsts that could not be told: the report comes again. What other reports have added meanwhile is told soon. */
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

  /** Ends the windows whose time is over. @returns what they have collected, to be told now; its windows are open again */
  due(now: number): readonly Sighting[] {
    return this.deadlines.due(now).flatMap((key) => this.end(key, now));
  }

  /** Ends all windows. @returns what they have collected */
  endAll(): readonly Sighting[] {
    const collected = [...this.windows.values()].flatMap((window) => window.collected ?? []);
    for (const window of this.windows.values()) this.close(window);
    return collected;
  }

  /** What was due could not be told: it is due again in a moment, with what has come meanwhile. */
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
    // Its hour is used up: it is told with all else of its type.
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
