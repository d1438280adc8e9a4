import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CommandStatus, Device } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';
import type { DeviceFilter } from './filter.ts';

/** Rows of a page of the list: as the server counts them, from 1. */
export const PAGE_ROWS = 100;
/** Pages that are kept. With them memory stays flat, however far somebody scrolls. */
const KEPT_PAGES = 20;
/** Under `list` the frame makes queries old only when laptops come or go: each other change is put into the rows by itself. */
export const ROWS_KEY = ['devices', 'list', 'rows'];

export interface DevicePage {
  readonly rows: readonly Device[];
  readonly total: number;
}

export interface DeviceQuestion {
  readonly filter: DeviceFilter;
  readonly sort: string;
}

export const askRows = ({ filter, sort }: DeviceQuestion, page: number) =>
  queryOptions({
    queryKey: [...ROWS_KEY, filter, sort, page],
    queryFn: async ({ signal }): Promise<DevicePage> => {
      const { data, total } = await school.devices.list(
        { ...filter, sort, page, limit: PAGE_ROWS },
        { signal },
      );
      return { rows: data, total };
    },
    staleTime: 30_000,
  });

/** Forgets the pages that were looked at longest ago. */
export function forgetOldRows(client: QueryClient): void {
  const cache = client.getQueryCache();
  const all = cache.findAll({ queryKey: ROWS_KEY });
  const idle = all.filter((query) => !query.isActive());
  const over = all.length - KEPT_PAGES;
  if (over <= 0) return;
  const oldest = idle.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const query of oldest.slice(0, over)) cache.remove(query);
}

/** Counts are read again when the server says that its own have changed, every ten seconds at most. */
export const COUNTS_KEY = ['devices', 'list', 'counts'];

export const askCount = (filter: DeviceFilter) =>
  queryOptions({
    queryKey: [...COUNTS_KEY, 'of', filter],
    queryFn: async ({ signal }) => (await school.devices.summary(filter, { signal })).total,
  });

export const askSummary = () =>
  queryOptions({
    queryKey: [...COUNTS_KEY, 'all'],
    queryFn: ({ signal }) => school.devices.summary({}, { signal }),
  });

export const askDevice = (id: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id],
    queryFn: ({ signal }) => school.devices.get(id, { signal }),
  });

export const askBatch = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => school.commands.getBatch(id, { signal }),
  });

/** Commands of a batch that are shown at once. */
const COMMANDS_SHOWN = 25;

export const askBatchCommands = (batchId: string, status: readonly CommandStatus[]) =>
  infiniteQueryOptions({
    queryKey: ['batches', 'commands', batchId, status],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) =>
      await school.commands.list(
        { batchId, status, sort: 'createdAt', page: pageParam, limit: COMMANDS_SHOWN },
        { signal },
      ),
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
  });
