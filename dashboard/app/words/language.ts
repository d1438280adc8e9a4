import { languageOf } from '../../../words/language.ts';

const KEY = 'schoolgate-language';

/** The languages of the dashboard. */
export type Language = ReturnType<typeof languageOf>;

/** The language that this browser showed last, else the one that it asks for. */
export function language(): Language {
  const chosen = localStorage.getItem(KEY);
  return languageOf(chosen ?? navigator.languages.join(','));
}

/** Shows everything in another language, which takes a reload: the words of one language are loaded. Null = as the browser asks for. */
export function showLanguage(wanted: Language | null): void {
  const before = language();
  if (wanted === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  if (language() !== before) location.reload();
}
