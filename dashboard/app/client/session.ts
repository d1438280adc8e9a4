import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Session } from '../../../sdk/node/index.ts';
import { queries } from './queries.ts';
import { school } from './school.ts';

export const askSession = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => school.session.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who is signed in. The frame has asked before a page shows. */
export function useSession(): Session {
  return useSuspenseQuery(askSession()).data;
}

/** Whether the role opens an operation of the API, by its `operationId`. */
export function useMay(): (operationId: string) => boolean {
  const { operations } = useSession();
  return useCallback((operationId: string) => operations.includes(operationId), [operations]);
}

/** Asks again who is signed in, such as after a change of the own account. */
export async function renewSession(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['session'] });
}

/** Ends the session, and forgets all that it had read. */
export async function signOut(): Promise<void> {
  await school.session.signOut();
  queries.clear();
  location.assign('/sign-in');
}
