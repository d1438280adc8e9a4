import { type Language, language } from './language.ts';

/** The words of a page, in the language of the person. */
export interface PageWords<Words> {
  load(): Promise<void>;
  /** @throws Error before they were loaded */
  read(): Words;
}

/** Words that are loaded in one language, when their page opens. The English ones say which there are. */
export function pageWords<Words>(
  modules: Readonly<Record<Language, () => Promise<{ readonly words: Words }>>>,
): PageWords<Words> {
  let loaded: Words | undefined;
  return {
    async load() {
      loaded ??= (await modules[language()]()).words;
    },
    read() {
      if (loaded === undefined) throw new Error('The words were not loaded.');
      return loaded;
    },
  };
}
