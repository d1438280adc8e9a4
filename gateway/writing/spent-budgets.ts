import type { DeviceId } from '../../contracts/ids.ts';
import type { Clock } from '../../kit/clock.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { SpentBudget } from '../../store/ports/device-quotas.ts';
import type { Store } from '../../store/ports/store.ts';
import type { DeviceBudgets } from '../limits/device-budgets.ts';
import type { GroupCommit } from './group-commit.ts';

/** How many devices are looked at in one turn of the event loop, or written in one transaction: some milliseconds. */
const BATCH = 500;

/** Stores what devices have used up of their budgets, for the next start. A crash loses what was used up since the last `keep`. */
export interface SpentBudgets {
  /** Takes over what an earlier gateway has stored. */
  start(): Promise<void>;
  /** Writes the budgets of which enough is used up. @throws when the store fails; the next call writes all of it */
  keep(): Promise<void>;
}

export function createSpentBudgets({
  store,
  commits,
  budgets,
  clock,
}: {
  readonly store: Pick<Store, 'deviceQuotas'>;
  readonly commits: GroupCommit;
  readonly budgets: Pick<DeviceBudgets, 'of' | 'all'>;
  readonly clock: Clock;
}): SpentBudgets {
  /** Devices whose budgets are stored. */
  const kept = new Set<DeviceId>();

  /** The budgets to store, with turns of the event loop in between. */
  const look = async (): Promise<readonly SpentBudget[]> => {
    const found: SpentBudget[] = [];
    let looks = 0;
    for (const [deviceId, budget] of budgets.all()) {
      if (++looks % BATCH === 0) await nextTurn();
      const spent = budget.spent();
      if (spent !== null) found.push({ deviceId, spent, at: clock.now() });
    }
    return found;
  };

  return {
    async start() {
      const now = clock.now();
      for (const { deviceId, spent, at } of await store.deviceQuotas.spent()) {
        if (kept.size % BATCH === BATCH - 1) await nextTurn();
        kept.add(deviceId);
        // A clock that was set back gives and takes nothing.
        budgets.of(deviceId).resume(spent, Math.max(0, now - at));
      }
    },
    async keep() {
      const found = await look();
      const spending = new Set(found.map(({ deviceId }) => deviceId));
      const over = [...kept].filter((deviceId) => !spending.has(deviceId));
      for (let from = 0; from < Math.max(found.length, over.length); from += BATCH) {
        const some = found.slice(from, from + BATCH);
        const gone = over.slice(from, from + BATCH);
        for (const { deviceId } of some) kept.add(deviceId);
        await commits.submit({
          kind: 'work',
          run: async (tx) => {
            await tx.deviceQuotas.keepSpent(some);
            await tx.deviceQuotas.forgetSpent(gone);
          },
        });
        for (const deviceId of gone) kept.delete(deviceId);
      }
    },
  };
}
