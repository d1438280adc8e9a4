import { queryOptions } from '@tanstack/react-query';
import { school } from '../../app/client/school.ts';

/** The open sessions of whoever is signed in, the last used first. */
export function askSessions() {
  return queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: async ({ signal }) => await school.dashboardSessions.list({ limit: 100 }, { signal }),
  });
}
