import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Override, OverridesListInput } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

const ROWS = 50;
const SUGGESTIONS = 20;
/** Names change rarely. */
const KEPT_MS = 300_000;

/** Those in force, the first to end first. */
export const inForce = listOf('in-force', { status: ['active'], sort: 'expiresAt' });

/** Those whose time is over and those that were ended before it, the newest first. */
export const past = listOf('past', { status: ['expired', 'ended'], sort: '-createdAt' });

function listOf(name: string, filter: Pick<OverridesListInput, 'status' | 'sort'>) {
  return infiniteQueryOptions({
    queryKey: ['overrides', name],
    queryFn: async ({ pageParam: cursor, signal }) =>
      await school.overrides.list({ ...filter, limit: ROWS, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** What the scope of a permission is called; null = it is gone, or of a kind that has no name. */
export function scopeName({ type, id }: Override['scope']) {
  return queryOptions({
    queryKey: ['scope-names', type, id],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (type === 'student') return (await school.users.get(id, { signal })).name;
      if (type === 'device') return (await school.devices.get(id, { signal })).name;
      if (type === 'ou') return (await school.ous.get(id, { signal })).path;
      return type === 'session' ? (await school.classroom.sessions.get(id, { signal })).name : null;
    },
    staleTime: KEPT_MS,
    retry: false,
  });
}

/** The operation that reads the name of a scope. */
export const SCOPE_OPERATIONS: Readonly<Record<string, string>> = {
  student: 'getUser',
  device: 'getDevice',
  ou: 'getOu',
  session: 'getClassroomSession',
};

export const lessonsAhead = queryOptions({
  queryKey: ['classroom', 'ahead'],
  queryFn: async ({ signal }) => {
    const input = { status: ['active', 'scheduled'], sort: 'startsAt', limit: 100 };
    return (await school.classroom.sessions.list(input, { signal })).data;
  },
});

export async function findPeople(text: string, signal: AbortSignal) {
  const { data } = await school.users.list({ q: text, limit: SUGGESTIONS }, { signal });
  return data;
}

export async function findDevices(text: string, signal?: AbortSignal) {
  const { data } = await school.devices.list({ q: text, limit: SUGGESTIONS }, { signal });
  return data;
}
