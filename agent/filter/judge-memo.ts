/** Remembers answers by text, at most twice `maxEntries`. What was asked for lately stays, however many names a hostile page asks for once. */
export interface JudgeMemo<Answer> {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  clear(): void;
}

/**
 * Uses two tables: a full young one becomes the old one, and what is asked for again moves back into the young one. So no entry to remove has to be
 * searched for.
 */
export function createJudgeMemo<Answer>(maxEntries: number): JudgeMemo<Answer> {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  const set = (key: string, answer: Answer): void => {
    if (young.size >= maxEntries) {
      old = young;
      young = new Map();
    }
    young.set(key, answer);
  };
  return {
    get(key) {
      const fresh = young.get(key);
      if (fresh !== undefined) return fresh;
      const kept = old.get(key);
      if (kept !== undefined) set(key, kept);
      return kept;
    },
    set,
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
