import { pageWords } from '../../app/words/page-words.ts';
import { actionWords } from '../audit/action-words.ts';

const own = pageWords({ en: () => import('./words.en.ts'), es: () => import('./words.es.ts') });

/** What the overview says; its list of changes also takes the words of the audit log. */
export const overviewWords = {
  async load(): Promise<void> {
    await Promise.all([own.load(), actionWords.load()]);
  },
  read: () => own.read(),
};
