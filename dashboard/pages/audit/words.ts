import { pageWords } from '../../app/words/page-words.ts';
import { actionWords } from './action-words.ts';

const own = pageWords({ en: () => import('./words.en.ts'), es: () => import('./words.es.ts') });

/** What the audit log says; actors and actions have words of their own. */
export const auditWords = {
  async load(): Promise<void> {
    await Promise.all([own.load(), actionWords.load()]);
  },
  read: () => own.read(),
};
