import type { FilterSettings } from '../../../contracts/policy/settings.ts';

/** The other name under which a search service is found with SafeSearch. */
export interface SafeAlias {
  readonly kind: 'alias';
  readonly target: string;
}

/** Where a search service with SafeSearch is found: a name, or its one address. */
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

/** Top-level names under which Google searches (google.com/supported_domains, and those that it gave up but still answers). */
const TOPS = [
  'com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn',
  'com.bo com.br bs bt co.bw by com.bz ca cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy',
  'cz de dj dk dm com.do dz com.ec ee com.eg es com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr',
  'com.gt gy com.hk hn hr ht hu co.id ie co.il im co.in iq is it je com.jm jo co.jp co.ke com.kh ki kg',
  'co.kr com.kw kz la com.lb li lk co.ls lt lu lv com.ly co.ma md me mg mk ml com.mm mn com.mt mu mv mw',
  'com.mx com.my co.mz com.na com.ng com.ni ne nl no com.np nr nu co.nz com.om com.pa com.pe com.pg',
  'com.ph com.pk pl pn com.pr ps pt com.py com.qa ro ru rw com.sa com.sb sc se com.sg sh si sk com.sl',
  'sn so sm sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt com.tw co.tz com.ua co.ug co.uk',
  'com.uy co.uz com.vc co.ve co.vi com.vn vu ws rs co.za co.zm co.zw cat ac cc com.ai com.nf gf gp io',
]
  .join(' ')
  .split(' ');

/** The names by which Google's search is opened. */
const GOOGLE_SEARCH_NAMES: readonly string[] = TOPS.map((top) => `www.google.${top}`);

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

/** Where a name leads under the settings; null = nothing is changed. */
export function safeSearchOf(
  name: string,
  { safeSearch, youtubeRestriction }: Pick<FilterSettings, 'safeSearch' | 'youtubeRestriction'>,
): SafeSearch | null {
  if (YOUTUBE_NAMES.has(name)) return youtubeRestriction === 'off' ? null : YOUTUBE[youtubeRestriction];
  return safeSearch ? (SEARCH.get(name) ?? null) : null;
}
