import type { FilterSettings } from '../../../contracts/policy/settings.ts';
import { GOOGLE_SEARCH_NAMES } from './google-search-names.ts';

/** With SafeSearch on, a search service is to be found under another name. */
export interface SafeAlias {
  readonly kind: 'alias';
  readonly target: string;
}

/** Where a search service is to be found instead: a name, or the one address that it has. */
export type SafeSearch = SafeAlias | { readonly kind: 'address'; readonly ipv4: string };

const YOUTUBE_NAMES = new Set([
  'www.youtube.com',
  'm.youtube.com',
  'youtubei.googleapis.com',
  'youtube.googleapis.com',
  'www.youtube-nocookie.com',
]);

const YANDEX_TOPS = [
  'az',
  'by',
  'co.il',
  'com',
  'com.am',
  'com.ge',
  'com.ru',
  'com.tr',
  'com.ua',
  'ee',
  'eu',
  'fr',
  'kz',
  'lt',
  'lv',
  'md',
  'net',
  'org',
  'pl',
  'ru',
  'tj',
  'tm',
  'ua',
  'uz',
];

function alias(target: string): SafeAlias {
  return { kind: 'alias', target };
}

function all(names: Iterable<string>, safe: SafeSearch): readonly [string, SafeSearch][] {
  return [...names].map((name) => [name, safe]);
}

/** The services' own documentation; names as AdGuard Home collects them. */
const SEARCH: ReadonlyMap<string, SafeSearch> = new Map([
  ...all(GOOGLE_SEARCH_NAMES, alias('forcesafesearch.google.com')),
  ...all(['www.bing.com', 'edgeservices.bing.com'], alias('strict.bing.com')),
  ...all(['duckduckgo.com', 'www.duckduckgo.com', 'start.duckduckgo.com'], alias('safe.duckduckgo.com')),
  ...all(['www.ecosia.org'], alias('strict-safe-search.ecosia.org')),
  ...all(['pixabay.com'], alias('safesearch.pixabay.com')),
  ...all(
    YANDEX_TOPS.flatMap((top) => [`yandex.${top}`, `www.yandex.${top}`]),
    { kind: 'address', ipv4: '213.180.193.56' },
  ),
]);

const YOUTUBE = {
  moderate: alias('restrictmoderate.youtube.com'),
  strict: alias('restrict.youtube.com'),
} as const;

/** Whether a name can be subject to the settings at all: most are not, and need no look at them. */
export function isSearchName(name: string): boolean {
  return SEARCH.has(name) || YOUTUBE_NAMES.has(name);
}

/** Where a name leads under the settings; null = where it says. */
export function safeSearchOf(
  name: string,
  { safeSearch, youtubeRestriction }: Pick<FilterSettings, 'safeSearch' | 'youtubeRestriction'>,
): SafeSearch | null {
  if (YOUTUBE_NAMES.has(name)) return youtubeRestriction === 'off' ? null : YOUTUBE[youtubeRestriction];
  return safeSearch ? (SEARCH.get(name) ?? null) : null;
}
