import { queryOptions } from '@tanstack/react-query';
import { school } from '../../../app/client/school.ts';

/** The second factor of whoever is signed in. */
export function askSecondFactor() {
  return queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: async ({ signal }) => await school.account.getSecondFactor({ signal }),
  });
}
