import { queryOptions } from '@tanstack/react-query';
import type { AlertRule, Campus } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

/** Shared objects would lose the version that came with them. */
const WHOLE = { structuralSharing: false } as const;

export const organization = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => school.organization.get({ signal }),
  ...WHOLE,
});

export const campuses = queryOptions({
  queryKey: ['campuses'],
  queryFn: async ({ signal }): Promise<readonly Campus[]> => {
    const all: Campus[] = [];
    for await (const campus of school.campuses.list({ limit: 200, sort: 'name' }, { signal }))
      all.push(campus);
    return all;
  },
});

export const notifications = queryOptions({
  queryKey: ['alert-notifications'],
  queryFn: ({ signal }) => school.alertNotifications.get({ signal }),
  ...WHOLE,
});

export const alertRules = queryOptions({
  queryKey: ['alert-rules'],
  queryFn: async ({ signal }): Promise<readonly AlertRule[]> =>
    (await school.alertRules.list({ limit: 100 }, { signal })).data,
});
