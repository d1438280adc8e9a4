/** Counts how often something happened within a period, for a bounded number of things: those unheard of for longest are forgotten. */
export interface RecentCounts {
  /**
   * Notes one occurrence. @returns true with the one that completes the wanted number within the period; then it counts from nothing again
   * @param at epoch milliseconds; need not come in order
   */
  note(key: string, at: number, wanted: { readonly count: number; readonly periodMs: number }): boolean;
}

export function createRecentCounts(maxKeys: number): RecentCounts {
  const seen = new Map<string, number[]>();
  return {
    note(key, at, { count, periodMs }) {
      const times = seen.get(key) ?? [];
      seen.delete(key);
      const latest = Math.max(at, ...times);
      const recent = [...times, at].filter((time) => latest - time < periodMs);
      if (recent.length >= count) return true;
      seen.set(key, recent);
      for (const oldest of seen.keys()) {
        if (seen.size <= maxKeys) break;
        seen.delete(oldest);
      }
      return false;
    },
  };
}

/** Remembers a bounded number of names, the newest. */
export interface RecentNames {
  has(name: string): boolean;
  add(name: string): void;
  forget(name: string): void;
}

export function createRecentNames(maxNames: number): RecentNames {
  const names = new Set<string>();
  return {
    has: (name) => names.has(name),
    add(name) {
      names.add(name);
      for (const oldest of names) {
        if (names.size <= maxNames) break;
        names.delete(oldest);
      }
    },
    forget: (name) => void names.delete(name),
  };
}
