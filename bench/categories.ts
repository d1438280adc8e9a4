import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isWithinAny } from '../api/categories/clean-name.ts';
import { type CategoryIndex, openCategoryIndex } from '../contracts/categories/category-index.ts';
import { buildFirstIndex } from '../contracts/categories/first-index.ts';
import { readShippedNames, SHIPPED_NAMES_FILE } from '../contracts/categories/shipped-names.ts';
import { isJudged } from '../tools/ship-categories/judged-names.ts';
import { ADVERTISERS, POPULAR } from '../tools/ship-categories/lists.ts';
import { SCHOOL_SITES } from '../tools/ship-categories/school-sites.ts';
import { selectNames } from '../tools/ship-categories/select-names.ts';
import { tellDailyChange } from './load/daily-change.ts';
import { figure, table } from './load/statistics.ts';

/** Lists beside the repository, where there are any: `<name>.txt.gz`, one name a line. */
const LISTS = process.env.SCHOOLGATE_BENCH_LISTS ?? join(import.meta.dirname, '../../shared/data');
/** What a school may well block altogether. */
const HARMFUL: ReadonlySet<string> = new Set([
  'adult',
  'gambling',
  'drugs',
  'phishing',
  'malware',
  'vpn_proxy',
  'doh',
]);
/** One name in this many is held out of the index. */
const HELD_OUT = 10;
/** Lists that do not ship, and the categories in which their names should be found. */
const STRANGERS: readonly (readonly [list: string, categories: readonly string[]])[] = [
  ['ut1_gambling', ['gambling']],
  ['ut1_drugs', ['drugs']],
  ['ut1_dating', ['dating', 'adult']],
  ['ut1_social', ['social', 'chat', 'dating']],
  ['ut1_games', ['games']],
  ['ut1_vpn_proxy', ['vpn_proxy', 'doh']],
  ['ut1_phishing', ['phishing', 'malware']],
  ['ut1_malware', ['phishing', 'malware']],
];

/** Measures the shipped names: how many they are, what they find, and what they block wrongly. */
export function benchCategories(): void {
  const shipped = readFileSync(join(import.meta.dirname, '..', SHIPPED_NAMES_FILE));
  const startedAt = performance.now();
  const bytes = buildFirstIndex(readShippedNames(shipped));
  const ms = performance.now() - startedAt;
  const index = openCategoryIndex(bytes);
  const wrong = SCHOOL_SITES.filter((site) => harmfulOf(index, site).length > 0);
  console.log(
    `\n${table([
      ['categories', ''],
      ['names that ship, with the catalogue', figure(index.names)],
      ['bytes in the repository', figure(shipped.byteLength)],
      ['bytes of the index', figure(bytes.byteLength)],
      ['milliseconds to make it', figure(ms)],
      ['sites that schools need', figure(SCHOOL_SITES.length)],
      ['of these blocked as harmful', figure(wrong.length)],
    ])}\n${wrong.join(' ')}`,
  );
  if (!existsSync(LISTS)) {
    console.log('no lists beside the repository: what is found of them, and popular names, are left out');
    return;
  }
  const read = readerOf(LISTS);
  tellPopular(index, read(POPULAR));
  tellHeldOut(read);
  tellStrangers(index, read);
  tellDailyChange(read);
}

/** Popular names in a harmful category which nobody has judged to be right there. */
function tellPopular(index: CategoryIndex, popular: readonly string[]): void {
  const blocked = popular.filter((name) => harmfulOf(index, name).length > 0);
  const unjudged = blocked.filter(
    (name) => !harmfulOf(index, name).some((category) => isJudged(name, category)),
  );
  console.log(
    `of the ${figure(popular.length)} most popular names, in a harmful category: ${blocked.length}; of these by the hand-written catalogue: ${unjudged.length} (${unjudged.join(' ')})`,
  );
}

/** Chooses from nine tenths of each list, and looks for the tenth that ships by all of them. */
function tellHeldOut(read: (id: string) => readonly string[]): void {
  const context = { popular: read(POPULAR), advertisers: read(ADVERTISERS) };
  const whole = selectNames(read, context);
  const part = selectNames((id) => read(id).filter((name) => !isHeldOut(name)), context);
  const rows = [...whole.names].map(([category, names]) => {
    const known = new Set(part.names.get(category));
    const asked = names.filter(isHeldOut);
    const found = asked.filter((name) => isWithinAny(name, known));
    return [category, figure(names.length), figure(asked.length), `${share(found.length, asked.length)}`];
  });
  console.log(table([['category', 'names', 'held out', 'found by the other nine tenths'], ...rows]));
}

function tellStrangers(index: CategoryIndex, read: (id: string) => readonly string[]): void {
  const rows = STRANGERS.map(([list, categories]) => {
    const names = read(list);
    const found = names.filter((name) => index.categoriesOf(name).some((one) => categories.includes(one)));
    return [list, figure(names.length), share(found.length, names.length)];
  });
  console.log(table([['list that does not ship', 'names', 'found'], ...rows]));
}

function harmfulOf(index: CategoryIndex, name: string): readonly string[] {
  return index.categoriesOf(name).filter((category) => HARMFUL.has(category));
}

/** The same names each time, spread over every list. */
function isHeldOut(name: string): boolean {
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) % 1_000_003;
  return sum % HELD_OUT === 0;
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((part / whole) * 100).toFixed(1)} %`;
}

function readerOf(folder: string): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const names =
      known.get(id) ??
      gunzipSync(readFileSync(join(folder, `${id}.txt.gz`)))
        .toString('utf8')
        .split('\n')
        .filter((name) => name !== '');
    known.set(id, names);
    return names;
  };
}
