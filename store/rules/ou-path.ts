import { READABLE_TEXT } from '../../contracts/rest/plain-text.ts';
import { Fault } from '../../kit/fault.ts';

/** Longest path and longest name in it (characters), and most names; the REST contract has the same limits. */
const MAX_PATH_LENGTH = 1_000;
const MAX_NAME_LENGTH = 100;
/** A district has some five levels; every level costs a look-up where policies are inherited. */
const MAX_DEPTH = 20;

/** U+0000–U+001F, U+007F–U+009F. */
const CONTROL = /\p{Cc}/u;
const VISIBLE = new RegExp(READABLE_TEXT, 'u');

/**
 * The names on the way from the root to an organisational unit: `/Springfield/High` → `Springfield`, `High`; `/` → none.
 * @throws Fault validation_failed for a malformed path
 */
export function ouPathNames(path: string): readonly string[] {
  if (path === '/') return [];
  if (!path.startsWith('/')) throw malformed(path, 'it must begin with “/”');
  if (path.length > MAX_PATH_LENGTH)
    throw malformed(path, `it may have at most ${MAX_PATH_LENGTH} characters`);
  const names = path.slice(1).split('/');
  if (names.length > MAX_DEPTH) throw malformed(path, `it has more than ${MAX_DEPTH} levels`);
  for (const name of names) {
    const flaw = ouNameFlaw(name);
    if (flaw !== null) throw malformed(path, `a name in it ${flaw}`);
  }
  return names;
}

/** Why a text cannot be the name of a unit (the end of a sentence that begins with the name), or null when it can. */
export function ouNameFlaw(name: string): string | null {
  if (name === '') return 'is empty';
  if (name !== name.trim()) return 'begins or ends with a space';
  if (name === '.' || name === '..') return 'is “.” or “..”';
  if (name.includes('/')) return 'has a “/”';
  if (name.length > MAX_NAME_LENGTH) return `has more than ${MAX_NAME_LENGTH} characters`;
  if (CONTROL.test(name)) return 'has a control character';
  if (!VISIBLE.test(name)) return 'has nothing in it that can be seen';
  return null;
}

/** Why a path is too long or too deep, as a whole sentence, or null when it is neither: for units that move with all below them. */
export function ouPathExcess(path: string): string | null {
  if (path.length > MAX_PATH_LENGTH)
    return `A path below it would have more than ${MAX_PATH_LENGTH} characters.`;
  if (path.split('/').length - 1 > MAX_DEPTH) return `The tree would be more than ${MAX_DEPTH} levels deep.`;
  return null;
}

/** The path of a child. */
export function childPath(parent: string, name: string): string {
  return parent === '/' ? `/${name}` : `${parent}/${name}`;
}

/** Whether a path is an organisational unit or lies below it. */
export function isWithinOu(path: string, ancestor: string): boolean {
  return ancestor === '/' || path === ancestor || path.startsWith(`${ancestor}/`);
}

function malformed(path: string, why: string): Fault {
  return new Fault('validation_failed', `The path of the organisational unit is malformed: ${why}.`, {
    internal: `malformed OU path ${JSON.stringify(path.slice(0, 200))}: ${why}`,
  });
}
