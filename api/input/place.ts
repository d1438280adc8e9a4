import type { OuId } from '../../contracts/ids.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { mayReach, type Reach, requireOu } from './reach.ts';

/** The lowest unit that holds all of some paths. Without paths: the root. */
export function commonPath(paths: readonly string[]): string {
  const [first = '/', ...others] = paths;
  let common = namesOf(first);
  for (const path of others) {
    const names = namesOf(path);
    const differs = common.findIndex((name, at) => name !== names[at]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return `/${common.join('/')}`;
}

function namesOf(path: string): readonly string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** The unit at a path that the caller may write to. @throws Fault ou_not_permitted */
export async function placeAt({ ous }: Pick<Repositories, 'ous'>, reach: Reach, path: string): Promise<OuId> {
  requireOu(reach, path);
  const unit = await ous.byPath(reach.organisationId, path);
  // The path always belongs to an existing unit, or is the root.
  if (unit === null) throw new Error(`there is no unit at ${path}`);
  return unit.id;
}

/** Whether a thing in a unit is within reach. When the unit is gone, only a caller that reaches all units may reach it. */
export async function placeInReach(
  { ous }: Pick<Repositories, 'ous'>,
  reach: Reach,
  placeOuId: OuId,
): Promise<boolean> {
  if (reach.ouPath === null) return true;
  const unit = await ous.get(reach.organisationId, placeOuId);
  return unit !== null && mayReach(reach, unit.path);
}
