/** Runs tasks one after the other, in the order of their calls. A task that fails rejects only its own promise. */
export interface Serial {
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** Number of tasks that wait or run. */
  pending(): number;
  /** Resolves when all tasks added before have ended. */
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
