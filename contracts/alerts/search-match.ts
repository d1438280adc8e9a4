import { HARMLESS_TERMS, HELP_TERMS } from './help-terms.ts';
import type { SafetyType } from './rules.ts';
import { SELF_HARM_TERMS } from './self-harm-terms.ts';
import type { TermList } from './terms.ts';
import { VIOLENCE_TERMS } from './violence-terms.ts';

/** A listed phrase that was found in a search. */
export interface SearchMatch {
  readonly type: SafetyType;
  readonly term: string;
  /** Language of the list with the phrase (ISO 639-1). */
  readonly language: string;
}

/** Longest search text (characters). A longer text is cut; search boxes take no more. */
const MAX_SEARCH_LENGTH = 500;

interface Phrase {
  readonly words: readonly string[];
  readonly language: string;
}

/** Phrases by their first word, so that a search is scanned once, whatever the length of the lists. */
type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>;

const SELF_HARM = indexOf(SELF_HARM_TERMS);
const VIOLENCE = indexOf(VIOLENCE_TERMS);
const HELP = indexOf(HELP_TERMS);
const HARMLESS = indexOf({ any: HARMLESS_TERMS.any });
const HARMLESS_VIOLENCE = indexOf({ any: HARMLESS_TERMS.violence });

/**
 * The phrase that a search contains; null = none. Words are compared without regard to case, accents and punctuation (Unicode NFKD). A
 * search for help, or for the name of a work, does not match.
 */
export function matchSearch(text: string): SearchMatch | null {
  const words = wordsOf(text.slice(0, MAX_SEARCH_LENGTH));
  const found =
    matchOf('self_harm_search', findPhrase(words, SELF_HARM)) ??
    matchOf('violence_search', findPhrase(words, VIOLENCE));
  if (found === null || findPhrase(words, HARMLESS) !== null) return null;
  const other = found.type === 'self_harm_search' ? HELP : HARMLESS_VIOLENCE;
  return findPhrase(words, other) === null ? found : null;
}

function matchOf(type: SearchMatch['type'], phrase: Phrase | null): SearchMatch | null {
  return phrase === null ? null : { type, term: phrase.words.join(' '), language: phrase.language };
}

function findPhrase(words: readonly string[], index: PhraseIndex): Phrase | null {
  for (const [at, word] of words.entries()) {
    const found = index
      .get(word)
      ?.find((phrase) => phrase.words.every((part, offset) => words[at + offset] === part));
    if (found !== undefined) return found;
  }
  return null;
}

/** Splits a text into runs of letters and digits. An apostrophe joins in English (don’t → dont) and separates elsewhere (quelqu’un → quelqu un). */
function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/n['’]t\b/gu, 'nt')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function indexOf(terms: TermList): PhraseIndex {
  const index = new Map<string, Phrase[]>();
  for (const [language, phrases] of Object.entries(terms)) {
    for (const phrase of phrases) {
      const words = wordsOf(phrase);
      const first = words[0] ?? '';
      index.set(first, [...(index.get(first) ?? []), { words, language }]);
    }
  }
  return index;
}
