import { isId } from '../../contracts/ids.ts';
import type { OuStore } from '../../store/ports/organisations.ts';
import { RECORDS_RANGE } from '../http/lists/time-range.ts';
import { type ListRules, PAGE_WINDOW } from '../http/route.ts';

/** Both lists of records: newest first, a hundred a page, and page numbers only for what a person would leaf through. */
export const RECORD_LIST: ListRules = {
  sortable: ['timestamp'],
  defaultSort: '-timestamp',
  defaultLimit: 100,
  maxLimit: 1_000,
  timeRange: RECORDS_RANGE,
  pageWindow: PAGE_WINDOW,
};

/** A path that no unit can have: a unit that does not exist has no records. */
const NOWHERE = '//';

/** The paths of units that are named by path or id. */
export async function recordPlaces(
  ous: Pick<OuStore, 'get'>,
  organisationId: number,
  references: readonly string[],
): Promise<readonly string[]> {
  return await Promise.all(
    references.map(async (reference) =>
      isId('ou', reference) ? ((await ous.get(organisationId, reference))?.path ?? NOWHERE) : reference,
    ),
  );
}
