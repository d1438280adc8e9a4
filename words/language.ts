import { LANGUAGES, type Language } from '../contracts/languages.ts';

/** Where nobody says which one, or says none that is spoken here. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Something in every language. A missing translation does not compile. */
export type InEveryLanguage<Words> = Readonly<Record<Language, Words>>;

/** A browser names fewer than ten; what comes after these is not read. */
const MAX_RANGES = 20;

/**
 * The language that a client likes best among those spoken here, by its `Accept-Language` (RFC 9110 section 12.5.4; ranges are matched by their first subtag,
 * RFC 4647 section 3.4). Never throws: what cannot be read is as if it were not there.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { readonly language: Language; readonly quality: number } | null = null;
  for (const range of (acceptLanguage ?? '').split(',', MAX_RANGES)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = tag === '*' ? DEFAULT_LANGUAGE : spoken(tag);
    const quality = qualityOf(parameters);
    if (language !== null && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language ?? DEFAULT_LANGUAGE;
}

/** The language of a system's locale (`es_MX.UTF-8`, `es-MX`). */
export function languageOfLocale(locale: string): Language {
  return spoken(locale) ?? DEFAULT_LANGUAGE;
}

function spoken(tag: string): Language | null {
  const primary = /^[a-z]+/i.exec(tag)?.[0].toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** A weight from 0 to 1; 0 = not wanted. */
function qualityOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (weight === undefined) return 1;
  const quality = Number(weight.slice(weight.indexOf('=') + 1));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
