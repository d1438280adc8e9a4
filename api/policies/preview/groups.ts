/**
 * Fewest people, and fewest visits, behind a shown figure. A smaller figure would tell about single persons. Statistical offices and school
 * reports commonly use five.
 */
export const SMALLEST_GROUP = 5;

/**
 * Puts everybody into fixed groups of at least `size`. A group is from one unit if that has enough people, else from units beside and above
 * it too. The last people of a unit join its last group. A group is smaller only when there are fewer than `size` people in all. The same
 * places give the same groups.
 * @param places the unit's path of each id
 */
export function groupsOf(
  places: ReadonlyMap<string, string>,
  size: number = SMALLEST_GROUP,
): readonly (readonly string[])[] {
  const waiting = byUnit(places);
  const groups: string[][] = [];
  for (const path of [...waiting.keys()].sort((a, b) => depthOf(b) - depthOf(a) || (a < b ? -1 : 1))) {
    const ids = waiting.get(path) ?? [];
    if (ids.length >= size) groups.push(...portionsOf(ids, size));
    else if (path !== '/') waiting.get(parentOf(path))?.push(...ids);
    else if (ids.length > 0) joinLast(groups, ids);
  }
  return groups;
}

/** The people of each unit, sorted by id. Units above are included, even if empty. */
function byUnit(places: ReadonlyMap<string, string>): Map<string, string[]> {
  const units = new Map<string, string[]>();
  for (const path of new Set(places.values()))
    for (const unit of unitsAbove(path)) if (!units.has(unit)) units.set(unit, []);
  for (const [id, path] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) units.get(path)?.push(id);
  return units;
}

function portionsOf(ids: readonly string[], size: number): string[][] {
  const whole = Math.floor(ids.length / size);
  return Array.from({ length: whole }, (_, index) =>
    ids.slice(index * size, index === whole - 1 ? undefined : (index + 1) * size),
  );
}

function joinLast(groups: string[][], ids: readonly string[]): void {
  const last = groups.at(-1);
  if (last === undefined) groups.push([...ids]);
  else last.push(...ids);
}

/** A unit and the units above it, the root last. */
function unitsAbove(path: string): readonly string[] {
  const units = [path];
  for (let unit = path; unit !== '/'; units.push(unit)) unit = parentOf(unit);
  return units;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '/';
}

function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}
