import { getDomainWithoutSuffix, parse } from 'tldts';
import { cleanName, isWithinAny, type NameRefusal } from '../../api/categories/clean-name.ts';
import { isOwnedSuffix } from '../../api/input/public-suffix.ts';
import { parentOf, withParents } from '../../contracts/policy/host.ts';
import { isJudged } from './judged-names.ts';
import { SHIPPABLE_LISTS, type ShippableList } from './lists.ts';
import { SCHOOL_SITES } from './school-sites.ts';
import { BRANDS } from './words.ts';

/** Why a name of a list does not ship. */
export type Dropped =
  | NameRefusal
  | 'no_such_suffix'
  | 'dead_suffix'
  | 'public_body'
  | 'school_site'
  | 'popular'
  | 'below_popular'
  | 'advertiser'
  | 'not_agreed'
  | 'not_spoken'
  | 'no_imitation'
  | 'covered';

/** The outcome of one list. */
export interface ListReport {
  readonly id: string;
  readonly category: string;
  readonly read: number;
  /** Number of shipped names that no earlier list has. */
  readonly added: number;
  readonly dropped: Readonly<Partial<Record<Dropped, number>>>;
  /** Names that the list holds wrongly and that people would miss; at most some hundreds. */
  readonly wrong: readonly string[];
}

export interface Selection {
  /** Names by category, sorted. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly reports: readonly ListReport[];
}

/** The registry gave names away and stopped in 2023. Names on lists no longer exist. */
const DEAD_SUFFIXES: ReadonlySet<string> = new Set(['tk', 'ml', 'ga', 'cf', 'gq']);
/** Matches names of schools, authorities and museums. A list holds such a name because of a page that was hacked years ago. */
const PUBLIC_BODY =
  /(?:^|\.)(?:edu|gov|mil|int|museum)$|\.(?:ac|edu|gov|gob|gouv|gub|go|govt|mil|sch|school|nhs|police|k12)\.[a-z]{2}$|\.k12\.[a-z]{2}\.us$|\.gv\.at$|\.gouv\.fr$/;
/** Shorter names resemble many others. */
const LEAST_IMITATED = 6;
const MAX_WRONG = 400;
/** Reasons of drops that people would notice. */
const MISSED: ReadonlySet<Dropped> = new Set(['public_suffix', 'crisis_help', 'school_site', 'popular']);

/** Chooses the names that ship. @param read the names of a list by its id @param popular by rank @param advertisers of all kinds */
export function selectNames(
  read: (id: string) => readonly string[],
  { popular, advertisers }: { readonly popular: readonly string[]; readonly advertisers: readonly string[] },
): Selection {
  const judge = createJudge({ popular, advertisers, agreed: agreedNames(read) });
  const chosen = new Map<string, Set<string>>();
  const reports = SHIPPABLE_LISTS.map((list): ListReport => {
    const { id, category } = list;
    const names = chosen.get(category) ?? new Set<string>();
    chosen.set(category, names);
    const all = read(id);
    const before = names.size;
    const dropped: Partial<Record<Dropped, number>> = {};
    const wrong: string[] = [];
    for (const text of all) {
      const verdict = judge(text, list);
      if ('name' in verdict) names.add(verdict.name);
      else {
        dropped[verdict.dropped] = (dropped[verdict.dropped] ?? 0) + 1;
        if (MISSED.has(verdict.dropped) && wrong.length < MAX_WRONG) wrong.push(text);
      }
    }
    return { id, category, read: all.length, added: names.size - before, dropped, wrong };
  });
  return {
    names: new Map([...chosen].map(([category, names]) => [category, withoutCovered(names)])),
    reports,
  };
}

type Verdict = { readonly name: string } | { readonly dropped: Dropped };

function createJudge({
  popular,
  advertisers,
  agreed,
}: {
  readonly popular: readonly string[];
  readonly advertisers: readonly string[];
  readonly agreed: ReadonlySet<string>;
}): (text: string, list: ShippableList) => Verdict {
  const schools = new Set(SCHOOL_SITES);
  const aboveSchools = new Set(SCHOOL_SITES.flatMap(withParents));
  const popularNames = new Set(popular);
  const abovePopular = new Set(popular.flatMap(withParents));
  const ads = new Set(advertisers.map(withoutWww));
  const imitates = createImitationTest(popular);

  function missed(name: string, category: string): Dropped | null {
    if (aboveSchools.has(name) || isWithinAny(name, schools)) return 'school_site';
    if (PUBLIC_BODY.test(name)) return 'public_body';
    if (isJudged(name, category)) return null;
    if (abovePopular.has(name)) return 'popular';
    return isBelowPopular(name, popularNames) ? 'below_popular' : null;
  }

  function doubtful(name: string, { trust }: ShippableList): Dropped | null {
    switch (trust.kind) {
      case 'whole':
        return null;
      case 'agreed':
        return agreed.has(name) ? null : 'not_agreed';
      case 'spoken':
        if (ads.has(name)) return 'advertiser';
        return trust.words.test(name) ? null : 'not_spoken';
      case 'imitation':
        return imitates(name) ? null : 'no_imitation';
    }
  }

  return (text, list) => {
    const cleaned = cleanName(withoutWww(text));
    const { name } = cleaned;
    if (cleaned.kind === 'refused') return { dropped: cleaned.why };
    if (cleaned.kind === 'protected' && !isJudged(name, list.category)) return { dropped: 'popular' };
    const suffix = suffixFault(name);
    const dropped = suffix ?? missed(name, list.category) ?? doubtful(name, list);
    return dropped === null ? { name } : { dropped };
  };
}

function suffixFault(name: string): Dropped | null {
  if (DEAD_SUFFIXES.has(name.slice(name.lastIndexOf('.') + 1))) return 'dead_suffix';
  const { isIcann, isPrivate } = parse(name, { allowPrivateDomains: false });
  return isIcann === true || isPrivate === true ? null : 'no_such_suffix';
}

/** Names that two lists of a category hold. */
function agreedNames(read: (id: string) => readonly string[]): ReadonlySet<string> {
  const once = new Map<string, string>();
  const agreed = new Set<string>();
  for (const { id, category } of SHIPPABLE_LISTS)
    for (const name of new Set(read(id).map(withoutWww))) {
      const key = once.get(name);
      if (key === undefined) once.set(name, category);
      else if (key === category) agreed.add(name);
    }
  return agreed;
}

/** A name below a suffix under which people get their own names, such as a blog, belongs to its owner and does not count. */
function isBelowPopular(name: string, popular: ReadonlySet<string>): boolean {
  for (let above = parentOf(name); above !== null; above = parentOf(above)) {
    if (isOwnedSuffix(above)) return false;
    if (popular.has(above)) return true;
  }
  return false;
}

/** Whether a name is a popular one with a letter missing, added or replaced, with `www` or `http` attached, or with a brand in it. */
function createImitationTest(popular: readonly string[]): (name: string) => boolean {
  const labels = new Set(
    popular
      .map((name) => getDomainWithoutSuffix(name) ?? '')
      .filter((label) => label.length >= LEAST_IMITATED),
  );
  const shortened = new Set([...labels].flatMap(withoutOneLetter));
  return (name) => {
    const label = getDomainWithoutSuffix(name) ?? '';
    if (/^(?:www|https?)[0-9-]?[a-z0-9-]{5,}$/.test(label) || BRANDS.test(label)) return true;
    if (label.length < LEAST_IMITATED - 1) return false;
    return (
      labels.has(label) ||
      shortened.has(label) ||
      withoutOneLetter(label).some((one) => labels.has(one) || shortened.has(one))
    );
  };
}

function withoutOneLetter(label: string): readonly string[] {
  return Array.from(label, (_, at) => label.slice(0, at) + label.slice(at + 1));
}

/** A name without `www`, because both forms lead to the same page. */
function withoutWww(name: string): string {
  return /^www\.[^.]+\./.test(name) ? name.slice(4) : name;
}

function withoutCovered(names: ReadonlySet<string>): readonly string[] {
  return [...names]
    .filter((name) => {
      const parent = parentOf(name);
      return parent === null || !isWithinAny(parent, names);
    })
    .sort();
}
