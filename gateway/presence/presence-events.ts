import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { DeviceBudgets } from '../limits/device-budgets.ts';
import type { GroupCommit } from '../writing/group-commit.ts';
import { Deadlines } from './deadlines.ts';
import { type Telling, writeHeldBack } from './transitions.ts';

/** After this (milliseconds) the state of a device whose events were held back is reported: its budget then has an event again. */
const CALM_MS = 60_000;

export interface PresenceEventTools {
  readonly store: Pick<Store, 'deviceQuotas'>;
  readonly commits: GroupCommit;
  readonly budgets: Pick<DeviceBudgets, 'of'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Limits the events `device.online` and `device.offline` of each device to its budget. Held back events are counted in the next one, and the last state always
 * gets an event, also after a restart: no receiver is left with an old state.
 */
export class PresenceEvents {
  readonly #tools: PresenceEventTools;
  #untold: Deadlines<DeviceId>;

  constructor(tools: PresenceEventTools) {
    this.#tools = tools;
    this.#untold = new Deadlines(tools.clock.monotonic());
  }

  /** Takes over the events held back before a restart. */
  async start(): Promise<void> {
    const { clock, store } = this.#tools;
    this.#untold = new Deadlines(clock.monotonic());
    for (const deviceId of await store.deviceQuotas.untold()) this.#tellLater(deviceId);
  }

  /** Writes a transition. Its event is held back when the device's budget is used up. */
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

  /** Fires the event of devices whose events were held back and whose budget has one again. */
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
