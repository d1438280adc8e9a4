import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, ScopeInfo } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

const MOST = 200;
/** No message of the stream tells of use; the server's figures are some seconds old (milliseconds). */
const USAGE_MS = 15_000;

/** Keys that work first, each part by name. */
export function askKeys() {
  return queryOptions({
    queryKey: ['keys', 'all'],
    queryFn: async ({ signal }): Promise<readonly ApiKey[]> => {
      const keys: ApiKey[] = [];
      for await (const key of school.keys.list({ limit: MOST }, { signal })) keys.push(key);
      return keys.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
    },
  });
}

export function askKey(id: string) {
  return queryOptions({
    queryKey: ['keys', 'one', id],
    queryFn: ({ signal }) => school.keys.get(id, { signal }),
  });
}

/** What a key was used for in the last thirty days. */
export function askUsage(id: string) {
  return queryOptions({
    queryKey: ['keys', 'usage', id],
    queryFn: ({ signal }) => school.keys.usage(id, {}, { signal }),
    refetchInterval: USAGE_MS,
  });
}

export function askScopes() {
  return queryOptions({
    queryKey: ['scopes'],
    queryFn: async ({ signal }): Promise<readonly ScopeInfo[]> =>
      (await school.scopes.list({ limit: MOST }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
