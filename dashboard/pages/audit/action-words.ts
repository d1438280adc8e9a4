import { pageWords } from '../../app/words/page-words.ts';

/** The words for actors and actions, which also the overview says. */
export const actionWords = pageWords({
  en: async () => ({ words: (await import('./action-words.en.ts')).actionWords }),
  es: async () => ({ words: (await import('./action-words.es.ts')).actionWords }),
});

/** "changed a laptop"; an action that is not known yet is told by its own name. */
export function actionText(action: string): string {
  const { whole, verbs, nouns } = actionWords.read();
  const [noun = '', verb = ''] = action.split('.');
  const made =
    verbs[verb] !== undefined && nouns[noun] !== undefined ? `${verbs[verb]} ${nouns[noun]}` : action;
  return whole[action] ?? made;
}
