import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { school } from '../../app/client/school.ts';
import { instantOf } from '../explain/parts/local-moment.ts';
import type { AuditSearch } from './search.ts';

/** Rows a page. */
const PAGE = 100;

export const askEntries = ({ actor, action, target, from, to }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', { actor, action, target, from, to }],
    queryFn: async ({ signal, pageParam }) =>
      await school.audit.list(
        {
          ...{ actor, action, target, limit: PAGE, cursor: pageParam },
          from: from === undefined ? undefined : instantOf(from),
          to: to === undefined ? undefined : instantOf(to),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Reading the log is noted in the log itself. It is read again when the person asks.
    refetchOnWindowFocus: false,
  });

export function isFiltered({ actor, action, target, from, to }: AuditSearch): boolean {
  return [actor, action, target, from, to].some((value) => value !== undefined);
}
