import { pageWords } from '../../app/words/page-words.ts';

export const setupWords = pageWords({
  en: () => import('./words.en.ts'),
  es: () => import('./words.es.ts'),
});
