import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { school } from '../../app/client/school.ts';

const ROWS = 100;

/** The accounts that the person manages, by name. */
export function askAccounts(role: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['accounts', 'list', role ?? null],
    queryFn: async ({ pageParam, signal }) =>
      await school.accounts.list(
        { limit: ROWS, sort: 'name', role, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function askAccount(id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: async ({ signal }) => await school.accounts.get(id, { signal }),
  });
}
