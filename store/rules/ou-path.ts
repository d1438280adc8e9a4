import { Fault } from '../../kit/fault.ts';

/** Longest path and longest name in it (characters); the REST contract has the same limits. */
const MAX_PATH_LENGTH = 1_000;
const MAX_NAME_LENGTH = 120;

/** U+0000–U+001F, U+007F–U+009F. */
const CONTROL = /\p{Cc}/u;

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
  for (const name of names) {
    if (name === '') throw malformed(path, 'it has an empty name');
    if (name !== name.trim()) throw malformed(path, 'a name in it begins or ends with a space');
    if (name === '.' || name === '..') throw malformed(path, '“.” and “..” are no names');
    if (name.length > MAX_NAME_LENGTH)
      throw malformed(path, `a name in it has more than ${MAX_NAME_LENGTH} characters`);
    if (CONTROL.test(name)) throw malformed(path, 'it has a control character');
  }
  return names;
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
