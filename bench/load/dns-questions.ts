import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Lists of the folder beside the project, in the order of reading, until there are enough names. */
const LISTS = ['ut1_adult_mixed', 'adult_shadowwhisperer', 'phishing_other', 'ads_tracking', 'ut1_other'];
const POPULAR = 'top_opendns_10k';
const FOLDER =
  process.env.SCHOOLGATE_BENCH_LISTS ?? new URL('../../../shared/data', import.meta.url).pathname;

/** A tenth of a school's look-ups is blocked, of a bad day a fifth. */
const BLOCKED_SHARE = 0.21;
/** Names that nobody asked for before, such as those of trackers. */
const NEW_SHARE = 0.2;

/** What is blocked and what is asked. */
export interface DnsQuestions {
  readonly source: string;
  readonly listed: readonly string[];
  /** Names to fill caches with. */
  readonly popular: readonly string[];
  /** 21 % listed, 20 % never asked before, the rest popular; of type A. */
  readonly asked: readonly string[];
}

/** Makes listed names, real ones when the lists are there, and questions; always the same. */
export function dnsQuestions(listedCount: number, askedCount: number): DnsQuestions {
  const read = realNames(listedCount);
  const listed =
    read?.listed ?? Array.from({ length: listedCount }, (_, number) => `site-${number}.listed.example`);
  const popular =
    read?.popular ?? Array.from({ length: 10_000 }, (_, number) => `www.site-${number}.example`);
  const next = numbers(1);
  const asked = Array.from({ length: askedCount }, (_, number) => {
    const share = next();
    if (share < BLOCKED_SHARE) return pick(listed, next());
    const name = pick(popular, next());
    return share < BLOCKED_SHARE + NEW_SHARE ? `n${number}.${name}` : name;
  });
  return { source: read === null ? 'generated names' : 'real names', listed, popular, asked };
}

function realNames(
  count: number,
): { readonly listed: readonly string[]; readonly popular: readonly string[] } | null {
  const files = [...LISTS, POPULAR].map((name) => join(FOLDER, `${name}.txt.gz`));
  if (!files.every((file) => existsSync(file))) return null;
  const popular = new Set(namesOf(files.at(-1) ?? ''));
  const listed = new Set<string>();
  for (const file of files.slice(0, -1)) {
    for (const name of namesOf(file)) if (listed.size < count && !popular.has(name)) listed.add(name);
  }
  return { listed: [...listed], popular: [...popular] };
}

function namesOf(file: string): readonly string[] {
  const names = gunzipSync(readFileSync(file)).toString('latin1').split('\n');
  return names.filter((name) => /^[a-z0-9][a-z0-9.-]*\.[a-z][a-z0-9-]*$/.test(name) && !name.includes('..'));
}

function pick(names: readonly string[], share: number): string {
  return names[Math.floor(share * names.length)] ?? '';
}

/** Numbers in [0, 1) by mulberry32: the same from the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
