import { queryOptions } from '@tanstack/react-query';
import { school } from './school.ts';

/** What needs a person, most urgent first. The sidebar and the overview show it. */
export const askAttention = () =>
  queryOptions({
    queryKey: ['attention'],
    queryFn: ({ signal }) => school.attention.get({ signal }),
  });
