import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Real lists beside the repository, where there are any: `<name>.txt.gz`, one name a line. */
const LISTS = process.env.SCHOOLGATE_BENCH_LISTS ?? join(import.meta.dirname, '../../../shared/data');
const FILES = [
  'adult_shadowwhisperer',
  'phishing_other',
  'ut1_malware',
  'ut1_phishing',
  'ads_tracking',
  'gambling_other',
  'adult_bonappetit',
  'adult_4skin',
  'adult_sinfonietta',
  'ut1_vpn_proxy',
  'ut1_jobs_shopping',
  'ut1_games',
  'ut1_other',
  'drugs_other',
  'social_other',
  'ut1_gambling',
];
/** As many as Schoolgate ships. */
export const CATEGORY_COUNT = 34;
/** One question in five is about a listed name or one below it, as on a school day. */
const HITS = 0.21;

/** Random numbers in [0, 1) that are the same in each process. */
export function createDice(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Names with their category: real ones first, as far as they go, then made ones of the same shape. */
export function listedNames(count: number): { readonly names: readonly string[]; readonly real: number } {
  const names = new Set<string>();
  for (const file of FILES) {
    const path = join(LISTS, `${file}.txt.gz`);
    if (names.size >= count || !existsSync(path)) continue;
    for (const name of gunzipSync(readFileSync(path)).toString('latin1').split('\n'))
      if (name !== '' && names.size < count) names.add(name);
  }
  const real = names.size;
  const dice = createDice(7);
  while (names.size < count) names.add(madeName(dice));
  return { names: [...names], real };
}

export function categoryOf(place: number): number {
  return (place >>> 15) % CATEGORY_COUNT;
}

/** Questions of a school day: mostly names that no list has, of three and four labels. */
export function questions(listed: readonly string[], count: number): readonly string[] {
  const dice = createDice(11);
  return Array.from({ length: count }, () => {
    const hit = listed[Math.floor(dice() * listed.length)] ?? 'example.com';
    if (dice() >= HITS) return `www.${madeName(dice)}`;
    return dice() < 0.5 ? hit : `www.${hit}`;
  });
}

const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fe',
  'gu',
  'ha',
  'ki',
  'lo',
  'mi',
  'ne',
  'po',
  'qu',
  'ra',
  'si',
  'to',
  'vu',
  'xe',
  'yo',
];
const ENDS = ['com', 'net', 'org', 'xyz', 'info', 'co.uk', 'ru', 'de', 'top', 'online'];

function madeName(dice: () => number): string {
  const word = (): string =>
    Array.from(
      { length: 2 + Math.floor(dice() * 4) },
      () => SYLLABLES[Math.floor(dice() * SYLLABLES.length)],
    ).join('');
  const below = dice() < 0.4 ? `${word()}.` : '';
  return `${below}${word()}${Math.floor(dice() * 1_000)}.${ENDS[Math.floor(dice() * ENDS.length)]}`;
}
