import { pageWords } from './page-words.ts';

/** What every page says: buttons, states, and what goes wrong. */
export const common = pageWords({ en: () => import('./common.en.ts'), es: () => import('./common.es.ts') });
