import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ActivityListInput, Command, DeviceHistoryEntry, Policy } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';
import type { Week } from './parts/week.ts';
import type { DeviceSearch } from './search.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const PAGE = 100;
const MOST = 200;
/** A laptop that comes and goes all day has some hundred entries a week; what is beyond these pages is told to be missing. */
const MAX_PAGES = 5;
/** Messages tell of changes; this is for a stream that is down. */
const OPEN_COMMAND_MS = 5_000;

const OPEN: readonly string[] = ['queued', 'sent', 'acknowledged'];

export function isOpen(command: Pick<Command, 'status'>): boolean {
  return OPEN.includes(command.status);
}

export function askDevice(id: string) {
  return queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => school.devices.get(id, { signal }),
  });
}

export function askState(id: string) {
  return queryOptions({
    queryKey: ['devices', 'state', id],
    queryFn: ({ signal }) => school.devices.state(id, { signal }),
  });
}

export function askWeek(id: string) {
  return queryOptions({
    queryKey: ['devices', 'week', id],
    queryFn: async ({ signal }): Promise<Week> => {
      const to = Date.now();
      const from = to - WEEK_DAYS * DAY_MS;
      const entries: DeviceHistoryEntry[] = [];
      let page = await school.devices.listHistory(
        id,
        { from: new Date(from).toISOString(), limit: MOST },
        { signal },
      );
      entries.push(...page.data);
      for (let at = 1; at < MAX_PAGES; at += 1) {
        const next = await page.nextPage();
        if (next === null) break;
        page = next;
        entries.push(...page.data);
      }
      return { from, to, entries, whole: !page.hasMore };
    },
  });
}

/** The last lock or unlock that was asked for; null = none. */
export function askLastLock(id: string) {
  return queryOptions({
    queryKey: ['commands', 'lock-of', id],
    queryFn: async ({ signal }) => {
      const page = await school.devices.listCommands(id, { type: ['lock', 'unlock'], limit: 1 }, { signal });
      return page.data[0] ?? null;
    },
  });
}

export function askCommand(id: string) {
  return queryOptions({
    queryKey: ['commands', 'one', id],
    queryFn: ({ signal }) => school.commands.get(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isOpen(state.data) ? OPEN_COMMAND_MS : false,
  });
}

export function askCommands(deviceId: string) {
  return infiniteQueryOptions({
    queryKey: ['commands', 'of-device', deviceId],
    queryFn: async ({ signal, pageParam }) =>
      await school.devices.listCommands(deviceId, { limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function askActivity(deviceId: string, { kind, site, flagged }: DeviceSearch) {
  const input: ActivityListInput = { deviceId, kind, domain: site, flagged, limit: PAGE };
  return infiniteQueryOptions({
    queryKey: ['activity', 'of-device', deviceId, kind ?? '', site ?? '', flagged === true],
    queryFn: async ({ signal, pageParam }) =>
      await school.activity.list({ ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** The policies of the school, to name those of a laptop. */
export function askPolicies() {
  return queryOptions({
    queryKey: ['policies', 'named-for-device'],
    queryFn: async ({ signal }): Promise<readonly Policy[]> => {
      const policies: Policy[] = [];
      for await (const policy of school.policies.list({ limit: MOST }, { signal })) policies.push(policy);
      return policies;
    },
  });
}

export function askAdoption(ou: string) {
  return queryOptions({
    queryKey: ['policies', 'adoption', ou],
    queryFn: ({ signal }) => school.policies.adoption({ ou }, { signal }),
  });
}

/** The names of accounts and API keys by their ids, as far as the person may see them. */
export function askNames(may: { readonly accounts: boolean; readonly keys: boolean }) {
  return queryOptions({
    queryKey: ['names', may.accounts, may.keys],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const names: Record<string, string> = {};
      if (may.accounts)
        for await (const { id, name } of school.accounts.list({ limit: MOST }, { signal })) names[id] = name;
      if (may.keys)
        for await (const { id, name } of school.keys.list({ limit: MOST }, { signal })) names[id] = name;
      return names;
    },
  });
}
