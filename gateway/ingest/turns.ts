import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';

/** How many devices are worked for at once: each unpacking takes one of the four threads that files and signatures need too. */
const AT_ONCE = 2;

/** Work for a device that waits for its turn. */
export interface Task<T> {
  /** Asked before the work begins: the work of a device that is gone is dropped. */
  isWanted(): boolean;
  run(): Promise<T>;
  /** How long (milliseconds) it has to wait; asked when its turn has come, again and again until it is 0. Earlier work may have used up the device's budget. */
  waitMs(): number;
}

/**
 * Runs the work of devices in turn, one piece of each, so that a device with much work does not hold up another. The work of one device runs in its order.
 * Between two pieces the event loop gets a turn.
 */
export interface Turns {
  /** Whether work of a device waits or runs: what comes after it must not overtake it. */
  isBusy(deviceId: DeviceId): boolean;
  /** Resolves with the result of the work; with null when it was no longer wanted. Rejects when the work does. */
  add<T>(deviceId: DeviceId, task: Task<T>): Promise<T | null>;
}

interface Waiting {
  isWanted(): boolean;
  waitMs(): number;
  /** Never rejects. */
  run(): Promise<void>;
  drop(): void;
}

export function createTurns(clock: Clock): Turns {
  const waiting = new Map<DeviceId, Waiting[]>();
  /** Devices whose next piece may be done, in the order of their turn. */
  const ready = new Set<DeviceId>();
  let running = 0;

  const pump = (): void => {
    while (running < AT_ONCE) {
      const [deviceId] = ready;
      if (deviceId === undefined) return;
      ready.delete(deviceId);
      running += 1;
      void work(deviceId);
    }
  };

  const beReady = (deviceId: DeviceId): void => {
    ready.add(deviceId);
    pump();
  };

  const work = async (deviceId: DeviceId): Promise<void> => {
    const tasks = waiting.get(deviceId) ?? [];
    // Drop all that is no longer wanted at once: it costs nothing.
    while (tasks[0]?.isWanted() === false) tasks.shift()?.drop();
    const waitMs = tasks[0]?.waitMs() ?? 0;
    if (waitMs === 0) {
      await tasks[0]?.run();
      tasks.shift();
      await new Promise((resolve) => setImmediate(resolve));
    }
    running -= 1;
    if (tasks.length === 0) waiting.delete(deviceId);
    else if (waitMs === 0) ready.add(deviceId);
    else clock.setTimeout(() => beReady(deviceId), waitMs).unref();
    pump();
  };

  return {
    isBusy: (deviceId) => waiting.has(deviceId),
    add: (deviceId, task) =>
      new Promise((resolve, reject) => {
        const one: Waiting = {
          isWanted: () => task.isWanted(),
          waitMs: () => task.waitMs(),
          run: () => task.run().then(resolve, reject),
          drop: () => resolve(null),
        };
        const others = waiting.get(deviceId);
        if (others !== undefined) return void others.push(one);
        waiting.set(deviceId, [one]);
        beReady(deviceId);
      }),
  };
}
