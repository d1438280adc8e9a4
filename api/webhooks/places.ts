import type { WebhookId } from '../../contracts/ids.ts';

/** Counts the requests in flight to each endpoint. */
export interface Places {
  take(id: WebhookId): void;
  leave(id: WebhookId): void;
  /** A copy: how many are taken of each endpoint that has any. */
  taken(): ReadonlyMap<WebhookId, number>;
}

/**
 * @param onRoom called soon after a place has come free, once for all that come free in the same moment: one claim fills them
 * @param onTaken told how many of one endpoint are taken now
 */
export function createPlaces({
  onRoom,
  onTaken,
}: {
  readonly onRoom: () => void;
  readonly onTaken: (count: number) => void;
}): Places {
  const taken = new Map<WebhookId, number>();
  let calling = false;
  return {
    take(id) {
      const count = (taken.get(id) ?? 0) + 1;
      taken.set(id, count);
      onTaken(count);
    },
    leave(id) {
      const left = (taken.get(id) ?? 1) - 1;
      if (left > 0) taken.set(id, left);
      else taken.delete(id);
      if (calling) return;
      calling = true;
      setImmediate(() => {
        calling = false;
        onRoom();
      });
    },
    taken: () => new Map(taken),
  };
}
