/**
 * Remembers answers by text, in bounded memory: at most twice `maxEntries`. What was asked for lately stays, however many names a hostile page asks for once.
 */
export interface JudgeMemo<Answer> {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  clear(): void;
}

/** Two tables take turns: a full one becomes the old one, and what is asked for again moves back into the young. No entry costs a search for a victim. */
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
