import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { Policy } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { useMay } from '../../../app/client/session.ts';
import type { Policies } from './verdict.ts';

function onePolicy(id: string) {
  return queryOptions({
    queryKey: ['policies', 'one', id],
    queryFn: ({ signal }) => school.policies.get(id, { signal }),
    retry: false,
  });
}

/** The policies of these ids, as far as they are there and in reach. `settled`: no more of them will come. */
export function usePolicies(ids: readonly string[]): {
  readonly policies: Policies;
  readonly settled: boolean;
} {
  const may = useMay();
  const queries = may('getPolicy') ? ids.map(onePolicy) : [];
  return useQueries({ queries, combine: combined });
}

function combined(results: readonly UseQueryResult<Policy>[]): {
  readonly policies: Policies;
  readonly settled: boolean;
} {
  return {
    policies: new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const]))),
    settled: results.every(({ isPending }) => !isPending),
  };
}
