import type { WebhookId } from '../../../contracts/ids.ts';

/** A request’s place at its endpoint. */
export interface Place {
  /** Whether the request had to wait for the place. */
  readonly waited: boolean;
  /** Frees the place; harmless when it was freed already. @param pace whether the endpoint answered at once; without one nothing is learnt */
  leave(pace?: 'quick' | 'slow'): void;
}

/** Limits the requests at a time to each endpoint. */
export interface Places {
  /** Resolves when the endpoint has a place, in the order of asking. */
  take(id: WebhookId): Promise<Place>;
  /** For each endpoint: the number of requests that have or await a place. */
  claimed(): ReadonlyMap<WebhookId, number>;
  /** For each endpoint that answers at once: the number of requests that may wait. Its next requests then need not wait for a claim. */
  ahead(): ReadonlyMap<WebhookId, number>;
  /** The number of requests that await a place. */
  waiting(): number;
}

export interface PlacesParts {
  readonly perWebhook: number;
  /** How many may wait at an endpoint that answers at once. */
  readonly ahead: number;
  /** Called when enough places were freed that more should be claimed; once for all that are freed in the same moment. */
  readonly onRoom: () => void;
  /** Called with the number of taken places of an endpoint. */
  readonly onTaken: (count: number) => void;
}

interface Endpoint {
  taken: number;
  quick: boolean;
  readonly queue: (() => void)[];
}

export function createPlaces({ perWebhook, ahead, onRoom, onTaken }: PlacesParts): Places {
  const endpoints = new Map<WebhookId, Endpoint>();
  let waiting = 0;
  let calling = false;

  const callSoon = (): void => {
    if (calling) return;
    calling = true;
    setImmediate(() => {
      calling = false;
      onRoom();
    });
  };

  const leave = (id: WebhookId, endpoint: Endpoint): void => {
    const next = endpoint.queue.shift();
    if (next === undefined) endpoint.taken -= 1;
    else {
      waiting -= 1;
      next();
    }
    if (endpoint.taken === 0 && !endpoint.quick) endpoints.delete(id);
    // A claim of many rows costs little more than a claim of few, so it waits until half of the queue is gone.
    if (endpoint.queue.length <= ahead / 2) callSoon();
  };

  const place = (id: WebhookId, endpoint: Endpoint, waited: boolean): Place => {
    let left = false;
    return {
      waited,
      leave(pace) {
        if (left) return;
        left = true;
        if (pace !== undefined) endpoint.quick = pace === 'quick';
        leave(id, endpoint);
      },
    };
  };

  return {
    async take(id) {
      const endpoint = endpoints.get(id) ?? { taken: 0, quick: false, queue: [] };
      endpoints.set(id, endpoint);
      if (endpoint.taken < perWebhook) {
        endpoint.taken += 1;
        onTaken(endpoint.taken);
        return place(id, endpoint, false);
      }
      waiting += 1;
      await new Promise<void>((resolve) => endpoint.queue.push(resolve));
      return place(id, endpoint, true);
    },
    claimed: () => new Map([...endpoints].map(([id, { taken, queue }]) => [id, taken + queue.length])),
    ahead: () => new Map([...endpoints].filter(([, { quick }]) => quick).map(([id]) => [id, ahead])),
    waiting: () => waiting,
  };
}
