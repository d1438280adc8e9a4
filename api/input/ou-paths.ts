import { isId } from '../../contracts/ids.ts';
import type { Repositories } from '../../store/ports/store.ts';

/** A path that no unit can have; it stands for a unit that does not exist. */
const NOWHERE = '//';

/** The paths of units that a filter names by path or id. */
export async function ouPathsOf(
  { ous }: Pick<Repositories, 'ous'>,
  organisationId: number,
  references: readonly string[],
): Promise<readonly string[]> {
  return await Promise.all(
    references.map(async (reference) =>
      isId('ou', reference) ? ((await ous.get(organisationId, reference))?.path ?? NOWHERE) : reference,
    ),
  );
}
