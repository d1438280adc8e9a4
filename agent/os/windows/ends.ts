/** Ends that are kept until somebody waits for them: the host may report an end right after it has answered the start. */
const KEPT = 32;

/** Matches ends with those who wait for them, by id. Either may come first. */
export interface Ends {
  ended(id: number, how: string): void;
  /** Resolves with how it ended. */
  of(id: number): Promise<string>;
}

export function createEnds(): Ends {
  const known = new Map<number, string>();
  const waiting = new Map<number, (how: string) => void>();
  return {
    ended(id, how) {
      const waits = waiting.get(id);
      waiting.delete(id);
      if (waits !== undefined) return waits(how);
      known.set(id, how);
      for (const old of known.keys()) if (known.size > KEPT) known.delete(old);
    },
    of(id) {
      const how = known.get(id);
      known.delete(id);
      return how === undefined ? new Promise((resolve) => waiting.set(id, resolve)) : Promise.resolve(how);
    },
  };
}
