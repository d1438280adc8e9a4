import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AccessRequestStatus, User } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

const ROWS = 100;
/** The API takes so many addresses at once. */
const MAX_NAMES = 100;
/** Names and categories change rarely. */
const KEPT_MS = 300_000;
/** Laptops tell what they let through every few seconds. */
const LOOK_AGAIN_MS = 10_000;

/** The open ones, the longest waiting first. */
export const waitingRequests = listOf('waiting', { status: ['open'], sort: 'createdAt' });

/** Those that were answered or ran out, the newest first. */
export const decidedRequests = listOf('decided', {
  status: ['allowed', 'refused', 'expired'],
  sort: '-createdAt',
});

function listOf(
  name: string,
  filter: { readonly status: readonly AccessRequestStatus[]; readonly sort: string },
) {
  return infiniteQueryOptions({
    queryKey: ['access-requests', name],
    queryFn: async ({ pageParam: cursor, signal }) =>
      await school.accessRequests.list({ ...filter, limit: ROWS, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function oneRequest(id: string) {
  return queryOptions({
    queryKey: ['access-requests', 'one', id],
    queryFn: ({ signal }) => school.accessRequests.get(id, { signal }),
  });
}

/** People of the roster by their addresses in lower case. */
export function peopleBy(emails: readonly string[]) {
  const email = [...new Set(emails.map((one) => one.toLowerCase()))].sort().slice(0, MAX_NAMES);
  return queryOptions({
    queryKey: ['users', 'by-email', email],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, User>> => {
      const { data } = await school.users.list({ email, limit: MAX_NAMES }, { signal });
      return new Map(data.map((user) => [user.email.toLowerCase(), user]));
    },
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  });
}

export function oneDevice(id: string) {
  return queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => school.devices.get(id, { signal }),
    retry: false,
  });
}

export function categoriesOf(host: string) {
  return queryOptions({
    queryKey: ['categories', 'of', host],
    queryFn: ({ signal }) => school.categories.lookUp({ domain: host }, { signal }),
    staleTime: KEPT_MS,
    retry: false,
  });
}

export function oneOverride(id: string) {
  return queryOptions({
    queryKey: ['overrides', 'one', id],
    queryFn: ({ signal }) => school.overrides.get(id, { signal }),
    retry: false,
  });
}

export const lessonsNow = queryOptions({
  queryKey: ['classroom', 'now'],
  queryFn: async ({ signal }) => {
    const { data } = await school.classroom.sessions.list({ status: ['active'], limit: ROWS }, { signal });
    return data;
  },
  staleTime: KEPT_MS,
});

export interface LetThrough {
  readonly deviceId: string;
  readonly host: string;
  /** Since when it is permitted. */
  readonly from: string;
}

/**
 * The first time that a laptop let a permitted host through: only that proves that it has the permission. Null = not yet. It asks again
 * until then.
 */
export function letThrough({ deviceId, host, from }: LetThrough) {
  return queryOptions({
    queryKey: ['logs', 'let-through', deviceId, host, from],
    queryFn: async ({ signal }): Promise<string | null> => {
      const filter = { deviceId, domain: host, action: 'allow', reason: 'override', from };
      const { data } = await school.logs.list({ ...filter, sort: 'timestamp', limit: 1 }, { signal });
      return data[0]?.timestamp ?? null;
    },
    refetchInterval: ({ state }) => (typeof state.data === 'string' ? false : LOOK_AGAIN_MS),
    retry: false,
  });
}

export function oneUnit(id: string) {
  return queryOptions({
    queryKey: ['ous', 'one', id],
    queryFn: ({ signal }) => school.ous.get(id, { signal }),
    staleTime: KEPT_MS,
    retry: false,
  });
}
