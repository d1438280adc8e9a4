import type { DeviceId } from '../../../contracts/ids.ts';
import { Deadlines } from '../../presence/deadlines.ts';
import type { Sighting } from './sighting.ts';

/** One event of a device, rule and domain in this time (milliseconds). */
const WINDOW_MS = 300_000;

/** What could not be written is tried again after this (milliseconds). */
const RETRY_MS = 1_000;

/** Windows of one device: a whole batch of different sites. What a device that goes mad reports beyond is told together, so that it drowns nobody. */
const MAX_OF_DEVICE = 500;

/**
 * Windows that one device opens in an hour, each an event that is stored and delivered: a class that tries five sites each in a lesson does not reach it. What
 * comes beyond is told together as well.
 */
const MAX_IN_HOUR = 500;

const HOUR_MS = 3_600_000;

/** Windows of all (some 500 bytes each): twenty for each of five thousand devices. Beyond, the oldest end early. */
const MAX_WINDOWS = 100_000;

/** Hours that are over, forgotten at one look: many more than end in a second. */
const FORGOTTEN_AT_ONCE = 100;

/** Windows that are looked at to make room for one. */
const LOOKS = 8;

interface Window {
  readonly key: string;
  readonly deviceId: DeviceId;
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
 * All is in memory: a crash forgets what was collected, and the next sighting is told at once though the window was open. Times are monotonic.
 */
export class SightingWindows {
  private readonly windows = new Map<string, Window>();
  private readonly perDevice = new Map<DeviceId, number>();
  /** How many each device has opened within its hour. */
  private readonly opened = new Map<DeviceId, { readonly since: number; count: number }>();
  private readonly deadlines: Deadlines<string>;

  constructor(now: number) {
    this.deadlines = new Deadlines(now);
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
      const key = this.keyOf(sighting, now);
      const first = firsts.get(key);
      if (first !== undefined) firsts.set(key, plus(first, sighting.count));
      else if (this.windows.has(key)) others.push(sighting);
      else {
        firsts.set(key, sighting);
        this.open(key, sighting.deviceId, now);
      }
    }
    return { firsts: [...firsts.values()], others };
  }

  /** Counts what belongs to open windows; one that has ended meanwhile is opened again, and told at its end. */
  collect(sightings: readonly Sighting[], now: number): void {
    for (const sighting of sightings) {
      const key = this.keyOf(sighting, now);
      const window = this.windows.get(key) ?? this.open(key, sighting.deviceId, now);
      window.collected = window.collected === null ? sighting : plus(window.collected, sighting.count);
    }
  }

  /** Firsts that could not be told: the report comes again. What other reports have added meanwhile is told soon. */
  undo(firsts: readonly Sighting[], now: number): void {
    for (const sighting of firsts) {
      const window = this.windows.get(this.keyOf(sighting, now));
      if (window === undefined) continue;
      if (window.collected === null) this.close(window);
      else this.deadlines.set(window.key, now);
    }
  }

  /** Ends the windows whose time is over. @returns what they have collected, to be told now; its windows are open again */
  due(now: number): readonly Sighting[] {
    this.forgetHours(now);
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
      const key = this.keyOf(sighting, now);
      const window = this.windows.get(key) ?? this.open(key, sighting.deviceId, now);
      window.collected = plus(sighting, window.collected?.count ?? 0);
      this.deadlines.set(key, now + RETRY_MS);
    }
  }

  /** A few at a time: asked each second. */
  private forgetHours(now: number): void {
    let looks = 0;
    for (const [deviceId, { since }] of this.opened) {
      if (now - since < HOUR_MS || looks++ >= FORGOTTEN_AT_ONCE) return;
      this.opened.delete(deviceId);
    }
  }

  private end(key: string, now: number): readonly Sighting[] {
    const window = this.windows.get(key);
    if (window === undefined) return [];
    this.close(window);
    if (window.collected === null) return [];
    this.open(key, window.deviceId, now);
    return [window.collected];
  }

  private open(key: string, deviceId: DeviceId, now: number): Window {
    const window: Window = { key, deviceId, collected: null };
    this.windows.set(key, window);
    this.deadlines.set(key, now + WINDOW_MS);
    this.perDevice.set(deviceId, (this.perDevice.get(deviceId) ?? 0) + 1);
    this.hourOf(deviceId, now).count += 1;
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

  private keyOf({ type, deviceId, kind }: Sighting, now: number): string {
    const key = `${type}\n${deviceId}\n${kind}`;
    if (this.windows.has(key)) return key;
    const isRoom = (this.perDevice.get(deviceId) ?? 0) < MAX_OF_DEVICE;
    return isRoom && this.hourOf(deviceId, now).count < MAX_IN_HOUR ? key : `${type}\n${deviceId}\n*`;
  }

  private hourOf(deviceId: DeviceId, now: number): { readonly since: number; count: number } {
    const known = this.opened.get(deviceId);
    if (known !== undefined && now - known.since < HOUR_MS) return known;
    const fresh = { since: now, count: 0 };
    // The oldest stand first.
    this.opened.delete(deviceId);
    this.opened.set(deviceId, fresh);
    return fresh;
  }
}

function plus(sighting: Sighting, count: number): Sighting {
  return { ...sighting, count: sighting.count + count };
}
