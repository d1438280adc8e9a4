import { queryOptions, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { AccountPreferences, AccountPreferencesPatch } from '../../../sdk/node/index.ts';
import { queries } from './queries.ts';
import { school } from './school.ts';

export const askPreferences = () =>
  queryOptions({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => school.account.getPreferences({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How the person wants the dashboard. */
export function usePreferences(): AccountPreferences {
  return useSuspenseQuery(askPreferences()).data;
}

/** Saves what has changed; the rest stays. */
export function useSavePreferences() {
  return useMutation({
    mutationFn: (patch: AccountPreferencesPatch) => school.account.updatePreferences(patch),
    onSuccess: (saved) => queries.setQueryData(['preferences'], saved),
  });
}
