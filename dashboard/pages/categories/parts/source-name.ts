import { categoriesWords } from '../words.ts';

/** What a list is called: two names stand for no list that somebody added. */
export function sourceName(id: string): string {
  const w = categoriesWords.read();
  if (id === 'schoolgate') return w.shippedList;
  return id === 'suggestions' ? w.acceptedList : id;
}
