import { isId } from '../../contracts/ids.ts';
import type { OuStore } from '../../store/ports/organisations.ts';
import type { AuditNote, ListRules } from '../http/route.ts';
import { RECORDS_RANGE } from '../http/time-range.ts';

/** Both lists of records: newest first, a hundred a page, and page numbers only for what a person would leaf through. */
export const RECORD_LIST: ListRules = {
  sortable: ['timestamp'],
  defaultSort: '-timestamp',
  defaultLimit: 100,
  maxLimit: 1_000,
  timeRange: RECORDS_RANGE,
  pageWindow: 10_000,
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

/**
 * For the audit: whose records were looked at. Nothing when the question named neither a person nor a device.
 * @param action `activity.viewed`, `logs.viewed`
 */
export function viewNote(
  action: string,
  query: {
    readonly user?: readonly string[];
    readonly deviceId?: readonly string[];
    readonly from?: string;
    readonly to?: string;
  },
): { readonly audit?: AuditNote } {
  const { user, deviceId, from = null, to = null } = query;
  const people = [...(user ?? []), ...(deviceId ?? [])];
  const [target = null] = people;
  if (target === null) return {};
  return {
    audit: { action, target, after: { user: user ?? [], deviceId: deviceId ?? [], from, to } },
  };
}
