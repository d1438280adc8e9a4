/** Lets one piece of work run at a time, in the order of asking. */
export interface Mutex {
  /** Runs the work when all before it has ended, however it ended. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = last.then(work);
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
  };
}
