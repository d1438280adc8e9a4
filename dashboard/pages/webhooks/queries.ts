import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Delivery } from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';
import type { WebhooksSearch } from './search.ts';

/** The live stream does not tell of deliveries: while one is on its way, the page asks this often (milliseconds). */
const MOVING_MS = 3_000;
const RESTING_MS = 30_000;

export const askWebhooks = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: async ({ signal }) => await school.webhooks.list({ limit: 200 }, { signal }),
    refetchInterval: RESTING_MS,
  });

export const askWebhook = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => school.webhooks.get(id, { signal }),
    // A copy would not be known to the client, which remembers the version of what it received.
    structuralSharing: false,
    refetchInterval: RESTING_MS,
  });

export const askPublicKey = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'public-key', id],
    queryFn: ({ signal }) => school.webhooks.publicKey(id, { signal }),
  });

/** The names of all events. */
export const askEventTypes = () =>
  queryOptions({
    queryKey: ['webhook-event-types'],
    queryFn: async ({ signal }) => {
      const types: string[] = [];
      for await (const { type } of school.webhooks.eventTypes({ limit: 200 }, { signal })) types.push(type);
      return types;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const askDeliveries = (id: string, { status, event }: WebhooksSearch) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id, status ?? null, event ?? null],
    queryFn: async ({ signal, pageParam }) =>
      await school.webhooks.deliveries.list(
        id,
        { limit: 50, status, eventType: event, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isMoving)) === true ? MOVING_MS : RESTING_MS,
  });

export const askDelivery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: ({ signal }) => school.webhooks.deliveries.get(id, deliveryId, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving(state.data) ? MOVING_MS : RESTING_MS,
  });

function isMoving({ status }: Delivery): boolean {
  return status === 'pending' || status === 'retrying';
}
