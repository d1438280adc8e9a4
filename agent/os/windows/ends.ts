/** Ends of what nobody waits for yet: the host tells an end as soon as it has answered a start. */
const KEPT = 32;

/** Ends by id, whichever comes first: the end, or whoever waits for it. */
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
