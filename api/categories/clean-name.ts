import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import { CRISIS_NAMES, crisisNameOf } from '../../contracts/policy/crisis.ts';
import { isAddress, normaliseHost, parentOf, withParents } from '../../contracts/policy/host.ts';
import { isOwnedSuffix, isPublicSuffix } from '../input/public-suffix.ts';
import { withoutWildcard } from './list-formats.ts';
import { NEUTRAL_EDGES, POPULAR_NAMES } from './popular-names.ts';

/** Why a name of a list is not taken. */
export type NameRefusal = 'no_host' | 'address' | 'public_suffix' | 'crisis_help';

/** The result of cleaning a name. `protected`: the name needs a second source or a person. A refused name is never taken. */
export type Cleaned =
  | { readonly kind: 'name' | 'protected'; readonly name: string }
  | { readonly kind: 'refused'; readonly name: string; readonly why: NameRefusal };

/** Categories of sites that schools must reach. No single list can put their names into another category. */
const KEPT_REACHABLE = new Set([
  'education',
  'reference',
  'government',
  'health',
  'search',
  'productivity',
  'mail',
]);

const PROTECTED: ReadonlySet<string> = new Set(
  [
    ...POPULAR_NAMES,
    ...NEUTRAL_EDGES,
    ...CRISIS_NAMES.map(({ domain }) => domain),
    ...SHIPPED_CATEGORIES.filter(({ id }) => KEPT_REACHABLE.has(id)).flatMap(({ domains }) =>
      domains.trim().split(/\s+/),
    ),
  ].flatMap(withParents),
);

/** Messages for people show at most this many names. */
const SHOWN_NAMES = 5;

/** Checks one name as it is written in a list. */
export function cleanName(text: string): Cleaned {
  const name = normaliseHost(withoutWildcard(text));
  if (name === null) return { kind: 'refused', name: text.slice(0, 253), why: 'no_host' };
  if (isAddress(name)) return { kind: 'refused', name, why: 'address' };
  if (crisisNameOf(name) !== null) return { kind: 'refused', name, why: 'crisis_help' };
  if (isPublicSuffix(name)) return { kind: 'refused', name, why: 'public_suffix' };
  return { kind: isProtected(name) ? 'protected' : 'name', name };
}

/**
 * Whether no single list may decide about a name: a popular name or a name above one, an edge of a content network, or a suffix under which
 * a company gives out names.
 */
export function isProtected(name: string): boolean {
  return isWellKnown(name) || isOwnedSuffix(name);
}

/** Whether a name, or a name below it, is well known. A list that suddenly has such a name is suspicious. */
export function isWellKnown(name: string): boolean {
  return PROTECTED.has(name);
}

/** Whether a name or any name above it is in a set. */
export function isWithinAny(name: string, names: ReadonlySet<string>): boolean {
  for (let at: string | null = name; at !== null; at = parentOf(at)) if (names.has(at)) return true;
  return false;
}

/** `a, b, c and 12 more`. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  const more = names.length - SHOWN_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
