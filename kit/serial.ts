/** Runs pieces of work one after the other, in the order of asking. A piece that fails rejects its own promise only. */
export interface Serial {
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** How many wait or run. */
  pending(): number;
  /** Resolves when all that was asked before has ended. */
  idle(): Promise<void>;
}

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    run(work) {
      pending += 1;
      const result = last.then(work).finally(() => {
        pending -= 1;
      });
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
    pending: () => pending,
    idle: async () => void (await last),
  };
}
