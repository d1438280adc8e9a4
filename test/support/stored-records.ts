import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { ActivityEntry, LogRecord } from '../../store/ports/records.ts';
import type { Store } from '../../store/ports/store.ts';

/** All that devices have reported to the default organisation: log entries, then activity, newest first. At most 1,000 of each. */
export async function storedRecords(
  { records }: Pick<Store, 'records'>,
  organisationId: number = DEFAULT_ORGANISATION_ID,
): Promise<readonly (LogRecord | ActivityEntry)[]> {
  const query = {
    organisationId,
    filter: {},
    sort: [{ field: 'timestamp', descending: true }],
    limit: 1_000,
    from: { kind: 'page', page: 1 },
  } as const;
  return [...(await records.logs(query)).rows, ...(await records.activity(query)).rows];
}
