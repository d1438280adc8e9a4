import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { DeviceBudgets } from '../limits/device-budgets.ts';
import type { GroupCommit } from '../writing/group-commit.ts';
import { Deadlines } from './deadlines.ts';
import { type Telling, writeHeldBack } from './transitions.ts';

/** The state of a device that has calmed down is told after this (milliseconds): its budget gives one event a minute. */
const CALM_MS = 60_000;

export interface PresenceEventTools {
  readonly store: Pick<Store, 'deviceQuotas'>;
  readonly commits: GroupCommit;
  readonly budgets: Pick<DeviceBudgets, 'of'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Holds the events about the coming and going of one device to its budget. What is beyond is held back and counted in the next that is told, and the
 * state at the end is told in any case, also after a restart: nobody is left with an older one.
 */
export class PresenceEvents {
  readonly #tools: PresenceEventTools;
  #untold: Deadlines<DeviceId>;

  constructor(tools: PresenceEventTools) {
    this.#tools = tools;
    this.#untold = new Deadlines(tools.clock.monotonic());
  }

  /** Takes over what was not told before a restart. */
  async start(): Promise<void> {
    const { clock, store } = this.#tools;
    this.#untold = new Deadlines(clock.monotonic());
    for (const deviceId of await store.deviceQuotas.untold()) this.#tellLater(deviceId);
  }

  /** Writes a transition, whose event may be told as long as the device's budget lasts. */
  async write<Result extends Telling | null>(
    deviceId: DeviceId,
    run: (tx: Transaction, mayTell: boolean) => Promise<Result>,
  ): Promise<Result> {
    const { budgets, commits } = this.#tools;
    const budget = budgets.of(deviceId).presence;
    const mayTell = budget.tryTake(1);
    let telling: Telling | null = null;
    try {
      const result = await commits.submit({ kind: 'work', run: (tx) => run(tx, mayTell) });
      telling = result;
      return result;
    } finally {
      if (telling === 'held') this.#tellLater(deviceId);
      if (telling !== 'told' && mayTell) budget.giveBack(1);
    }
  }

  /** Tells the states of devices that have calmed down. */
  look(): void {
    const { clock, log } = this.#tools;
    for (const deviceId of this.#untold.due(clock.monotonic()))
      this.#tellNow(deviceId).catch((error: unknown) => {
        this.#tellLater(deviceId);
        log.error({ err: error, deviceId }, 'could not tell how a device is; trying again');
      });
  }

  async #tellNow(deviceId: DeviceId): Promise<void> {
    const { clock } = this.#tools;
    await this.write(deviceId, async (tx, mayTell) =>
      mayTell ? await writeHeldBack(tx, deviceId, clock.now()) : 'held',
    );
  }

  #tellLater(deviceId: DeviceId): void {
    this.#untold.set(deviceId, this.#tools.clock.monotonic() + CALM_MS);
  }
}
