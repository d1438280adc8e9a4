/** Counts how often something happened within a period, for a bounded number of keys. The keys that were not noted for longest are forgotten. */
export interface RecentCounts {
  /**
   * Notes one occurrence.
   * @param at epoch milliseconds; need not come in order
   * @returns true when it completes the wanted number within the period; then the count begins again
   */
  note(key: string, at: number, wanted: { readonly count: number; readonly periodMs: number }): boolean;
}

export function createRecentCounts(maxKeys: number): RecentCounts {
  const seen = new Map<string, number[]>();
  return {
    note(key, at, { count, periodMs }) {
      const noted = [...(seen.get(key) ?? []), at];
      seen.delete(key);
      const isNear = (time: number): boolean => Math.abs(at - time) < periodMs;
      const near = noted.filter(isNear).sort((a, b) => a - b);
      const isComplete = near.some((last, index) => last - (near[index - count + 1] ?? -Infinity) < periodMs);
      // Occurrences that are far apart are kept for those that come later with times between, up to twice the wanted number.
      seen.set(key, isComplete ? noted.filter((time) => !isNear(time)) : noted.slice(-2 * count));
      for (const oldest of seen.keys()) {
        if (seen.size <= maxKeys) break;
        seen.delete(oldest);
      }
      return isComplete;
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
