import { isWellKnown, someOf } from './hygiene.ts';
import type { ListFacts } from './list-file.ts';

/** A list that shrinks below this share of the last was cut off, or is another list. */
const LEAST_KEPT = 0.5;
/** One that grows beyond this many times, and by more than so many names, is another list. */
const MOST_GROWN = 4;
const GROWTH_IGNORED = 50_000;
/** Lists of some ten names may change as they like. */
const SMALL = 20;

/**
 * Why a list is to be held back until a person has looked at it, as a sentence; null = it may be used. The first reading of a source is never held: what it says of
 * protected names and public suffixes is left out all the same.
 * @param before the list in use @param isAgreed whether somebody else puts a protected name into that category too
 */
export function suspicionOf(
  before: ListFacts | null,
  after: ListFacts,
  isAgreed: (name: string, category: string) => boolean,
): string | null {
  if (before === null) return null;
  const suffixes = after.suffixes.filter((suffix) => !before.suffixes.includes(suffix));
  if (suffixes.length > 0) return `It now lists what is a public suffix: ${someOf(suffixes)}.`;
  const known = new Set(before.claims.map(keyOf));
  const claims = after.claims.filter(
    (claim) => isWellKnown(claim[0]) && !known.has(keyOf(claim)) && !isAgreed(...claim),
  );
  if (claims.length > 0)
    return `It now lists well-known names: ${someOf(claims.map(([name, category]) => `${name} (${category})`))}.`;
  if (before.names > SMALL && after.names < before.names * LEAST_KEPT)
    return `It has ${after.names} names now, after ${before.names}.`;
  if (after.names > before.names * MOST_GROWN && after.names - before.names > GROWTH_IGNORED)
    return `It has ${after.names} names now, after ${before.names}.`;
  return null;
}

function keyOf([name, category]: readonly [string, string]): string {
  return `${category} ${name}`;
}
