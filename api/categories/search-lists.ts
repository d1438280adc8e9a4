import { existsSync } from 'node:fs';
import { CATEGORY_IDS, withCatalogue } from '../../contracts/categories/first-index.ts';
import { hashName } from '../../contracts/categories/name-hash.ts';
import { openShippedNames } from './compile-index.ts';
import { eachName, listFile, readListFacts } from './list-file.ts';

/** The source id of the shipped names. */
const SHIPPED_SOURCE = 'schoolgate';

interface Lists {
  /** The folder of the cleaned lists. */
  readonly folder: string;
  /** Lists in use, with the ids of their sources. */
  readonly lists: readonly { readonly id: string; readonly hash: string }[];
}

/** The names to search for. */
export interface SearchOrder extends Lists {
  /** The file of the names that ship. */
  readonly shippedFile: string;
  readonly names: readonly string[];
}

/** A name that a source gives to a category. */
export interface NameMatch {
  readonly name: string;
  readonly category: string;
  readonly source: string;
}

/** Searches the shipped names and whole lists: seconds for millions of names. A list that an update has just replaced is skipped. */
export function searchLists({ shippedFile, folder, lists, names }: SearchOrder): readonly NameMatch[] {
  const wanted = new Set(names);
  const found = new Map<string, NameMatch>();
  const takeOf =
    (source: string) =>
    (name: string, category: string): void => {
      if (wanted.has(name)) found.set(`${source} ${category} ${name}`, { name, category, source });
    };
  searchShipped(shippedFile, names, takeOf(SHIPPED_SOURCE));
  for (const { id, hash } of present(folder, lists)) {
    const take = takeOf(id);
    eachName(folder, hash, take);
    for (const [name, category] of readListFacts(folder, hash).claims) take(name, category);
  }
  return [...found.values()];
}

/** Shipped names are stored as hashes, so the searched names are hashed the same way. */
function searchShipped(
  file: string,
  names: readonly string[],
  take: (name: string, category: string) => void,
): void {
  const shipped = withCatalogue(openShippedNames(file));
  const hash = new Uint32Array(2);
  const wanted = names.map((name) => {
    hashName(name, shipped.seed, hash);
    return { name, slotHash: hash[0] as number, fingerprint: hash[1] as number };
  });
  const slotHashes = new Set(wanted.map(({ slotHash }) => slotHash));
  shipped.each((slotHash, fingerprint, categories) => {
    if (!slotHashes.has(slotHash)) return;
    for (const one of wanted)
      if (one.slotHash === slotHash && one.fingerprint === fingerprint)
        for (const category of categories) take(one.name, CATEGORY_IDS[category] ?? '');
  });
}

/** How many names each source gives to each category. */
export type SourceCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts the shipped names, and reads the facts of whole lists, which may be long. */
export function countLists({ shippedFile, folder, lists }: Omit<SearchOrder, 'names'>): SourceCounts {
  const shipped: Record<string, number> = {};
  withCatalogue(openShippedNames(shippedFile)).each((_slotHash, _fingerprint, categories) => {
    for (const category of categories) {
      const id = CATEGORY_IDS[category] ?? '';
      shipped[id] = (shipped[id] ?? 0) + 1;
    }
  });
  return Object.fromEntries([
    [SHIPPED_SOURCE, shipped],
    ...present(folder, lists).map(({ id, hash }) => [id, readListFacts(folder, hash).counts] as const),
  ]);
}

function present(folder: string, lists: Lists['lists']): Lists['lists'] {
  return lists.filter(({ hash }) => existsSync(listFile(folder, hash)));
}
