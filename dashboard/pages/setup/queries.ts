import { queryOptions } from '@tanstack/react-query';
import type { CategorySource, PolicyInput } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

/** How often the state of the lists is asked while one is read (milliseconds): no live message tells it. */
const READING_MS = 1_500;

export function askOrganization() {
  return queryOptions({
    queryKey: ['organization'],
    queryFn: async ({ signal }) => await school.organization.get({ signal }),
  });
}

export function askCampuses() {
  return queryOptions({
    queryKey: ['campuses'],
    queryFn: async ({ signal }) => await school.campuses.list({ limit: 100 }, { signal }),
  });
}

/** The network address from which the person is signed in; null = not known. */
export function askOwnAddress() {
  return queryOptions({
    queryKey: ['account', 'address'],
    queryFn: async ({ signal }) => {
      const sessions = await school.dashboardSessions.list({ limit: 100 }, { signal });
      return sessions.data.find(({ current }) => current)?.address ?? null;
    },
  });
}

export function askCatalogue() {
  return queryOptions({
    queryKey: ['categories', 'catalogue'],
    queryFn: async ({ signal }) => await school.categories.catalogue({ limit: 100 }, { signal }),
  });
}

export function askSources() {
  return queryOptions({
    queryKey: ['categories', 'sources', 'setup'],
    queryFn: async ({ signal }) => await school.categories.sources.list({ limit: 100 }, { signal }),
    refetchInterval: ({ state }) => (isReading(state.data?.data ?? []) ? READING_MS : false),
  });
}

export function isReading(sources: readonly CategorySource[]): boolean {
  return sources.some(({ update }) => update !== null);
}

export function askKnownCategories() {
  return queryOptions({
    queryKey: ['categories', 'known'],
    queryFn: async ({ signal }) => {
      const ids = new Set<string>();
      for await (const { id } of school.categories.list({ limit: 100 }, { signal })) ids.add(id);
      return ids;
    },
  });
}

/** How many policies the school has made. One more is built in, and cannot be deleted. */
export function askPolicyCount() {
  return queryOptions({
    queryKey: ['policies', 'count'],
    queryFn: async ({ signal }) => {
      const { total } = await school.policies.list({ limit: 1 }, { signal });
      return Math.max(0, total - 1);
    },
  });
}

/** What a draft would have done in the last days. */
export function askPreview(policy: PolicyInput) {
  return queryOptions({
    queryKey: ['policies', 'preview', policy],
    queryFn: async ({ signal }) => await school.policies.preview({ policy }, { signal }),
  });
}

/** Laptops, the last heard first. Read again as anything of a laptop changes. */
export function askFirstDevices() {
  return queryOptions({
    queryKey: ['devices', 'first'],
    queryFn: async ({ signal }) => await school.devices.list({ limit: 5, sort: '-lastSeen' }, { signal }),
  });
}
