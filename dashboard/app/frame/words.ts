import { pageWords } from '../words/page-words.ts';

export const frameWords = pageWords({
  en: () => import('./words.en.ts'),
  es: () => import('./words.es.ts'),
});
