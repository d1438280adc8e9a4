import { pageWords } from '../../app/words/page-words.ts';

export const webhooksWords = pageWords({
  en: () => import('./words.en.ts'),
  es: () => import('./words.es.ts'),
});
