import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { AttentionItem, DeviceSummary, DevicesListInput } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';
import { searchOf } from './parts/places.ts';

const MINUTE_MS = 60_000;

/** How many a short list shows. */
const SHOWN = 5;

/** What the live stream counts; absent what the person may not read. */
interface Counters {
  readonly devices?: DeviceSummary;
  readonly policyVersion?: number;
}

/** The newest counters that the live stream told; undefined = none yet. */
export function useCounters(): Counters | undefined {
  return useQuery<Counters>({
    queryKey: ['counters'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

export const askSummary = () =>
  queryOptions({
    queryKey: ['devices', 'summary'],
    queryFn: ({ signal }) => school.devices.summary({}, { signal }),
  });

/** Asked again when laptops report, and when there is a newer version of the policies. */
export const askAdoption = (version: number | undefined) =>
  queryOptions({
    queryKey: ['devices', 'adoption', version ?? null],
    queryFn: ({ signal }) => school.policies.adoption({}, { signal }),
    placeholderData: keepPreviousData,
  });

export const askHours = () =>
  queryOptions({
    queryKey: ['reports', 'hourly'],
    queryFn: ({ signal }) => school.reports.hourly({}, { signal }),
    refetchInterval: 5 * MINUTE_MS,
  });

export const askWeek = () =>
  queryOptions({
    queryKey: ['reports', 'week'],
    queryFn: ({ signal }) => school.reports.weekly({}, { signal }),
    refetchInterval: 15 * MINUTE_MS,
  });

export const askOpenAlerts = () =>
  queryOptions({
    queryKey: ['alerts', 'open-five'],
    queryFn: async ({ signal }) =>
      await school.alerts.list({ status: 'open', sort: '-severity,-timestamp', limit: SHOWN }, { signal }),
  });

/** The longest waiting first. */
export const askOpenRequests = () =>
  queryOptions({
    queryKey: ['access-requests', 'open-five'],
    queryFn: async ({ signal }) =>
      await school.accessRequests.list({ status: 'open', sort: 'createdAt', limit: SHOWN }, { signal }),
  });

/** Looks fill most of the log; among so many entries there are some changes. */
const ENTRIES = 100;

export const askChanges = () =>
  queryOptions({
    queryKey: ['audit', 'newest-changes'],
    queryFn: async ({ signal }) => {
      const { data } = await school.audit.list({ limit: ENTRIES }, { signal });
      return data.filter(({ action }) => !isLook(action)).slice(0, SHOWN + 1);
    },
    refetchInterval: MINUTE_MS,
  });

function isLook(action: string): boolean {
  return /\.(viewed|explained|previewed|secret_read)$/.test(action) || action.startsWith('session.');
}

const TROUBLES = ['unprotected_devices', 'devices_behind', 'locks_unconfirmed'];

/** How many laptops need a look: each counts once, also one whose lock and whose protection need it. */
export const askTroubled = (items: readonly AttentionItem[]) => {
  const found = items.filter(({ kind }) => TROUBLES.includes(kind));
  return queryOptions({
    queryKey: ['devices', 'troubled', found.map(({ kind, count, link }) => [kind, count, link])],
    queryFn: async ({ signal }) => {
      const sum = found.reduce((all, { count }) => all + count, 0);
      const lock = found.find(({ kind }) => kind === 'locks_unconfirmed');
      const others = found.filter((item) => item !== lock);
      const doubles = await Promise.all(
        lock === undefined ? [] : others.map((item) => countOfBoth(item, lock, signal)),
      );
      return sum - doubles.reduce((all, count) => all + count, 0);
    },
    placeholderData: keepPreviousData,
  });
};

async function countOfBoth(one: AttentionItem, other: AttentionItem, signal: AbortSignal): Promise<number> {
  const filter = { ...searchOf(one.link), ...searchOf(other.link), limit: 1 } as DevicesListInput;
  return (await school.devices.list(filter, { signal })).total;
}
