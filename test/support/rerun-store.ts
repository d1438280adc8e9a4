import type { Store, Transaction } from '../../store/ports/store.ts';

/** Ends the first run of a body; nobody else throws it. */
const UNDONE = new Error('the first run of a transaction was undone');

/**
 * The same store, whose transactions run their bodies twice: the first run is undone, as PostgreSQL may undo one that met another. What a body keeps of its first
 * run, outside of the transaction, shows then. A body that throws is not run again.
 * @param between what happens in the world between the two runs
 */
export function rerunning(store: Store, between: () => unknown = () => undefined): Store {
  return {
    ...store,
    async transaction<T>(
      work: (tx: Transaction) => Promise<T>,
      options?: Parameters<Store['transaction']>[1],
    ): Promise<T> {
      try {
        await store.transaction(async (tx) => {
          await work(tx);
          throw UNDONE;
        }, options);
      } catch (error) {
        if (error !== UNDONE) throw error;
      }
      await between();
      return await store.transaction(work, options);
    },
  };
}
