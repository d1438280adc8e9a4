import type { EventBody, EventType } from '../../contracts/events/catalogue.ts';
import type { DeliveryId, DeviceId, EventId, WebhookId } from '../../contracts/ids.ts';
import type { ListPage, ListQuery } from './list.ts';

export interface NewEvent {
  readonly type: EventType;
  readonly organisationId: number;
  readonly at: number;
  readonly deviceId?: DeviceId;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStore {
  /**
   * Appends an event and, for every enabled webhook whose filters match, a delivery that is due now. Give it inside the transaction of the
   * change. `sequence` grows by one per organisation in commit order: no reader sees n + 1 before n.
   */
  append(event: NewEvent): Promise<EventBody>;
  get(organisationId: number, id: EventId): Promise<EventBody | null>;
  /**
   * Deletes events that happened before a moment, oldest first, with their deliveries and attempts; at most so many of each organisation. One that is
   * still to be delivered stays. @returns how many events
   */
  purge(before: number, limit: number): Promise<number>;
}

export interface WebhookRecord {
  readonly id: WebhookId;
  readonly organisationId: number;
  readonly url: string;
  readonly kind: 'standard';
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly signature: 'hmac';
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  /** Last 2xx; null before the first. */
  readonly lastSuccessAt: number | null;
  readonly failuresInARow: number;
}

export interface WebhookStore {
  /** @param secret the sealed (encrypted) `whsec_…` secret */
  create(
    webhook: Omit<WebhookRecord, 'version' | 'lastSuccessAt' | 'failuresInARow'> & {
      readonly sealedSecret: string;
    },
  ): Promise<WebhookRecord>;
  get(organisationId: number, id: string): Promise<WebhookRecord | null>;
  list(query: ListQuery<{ readonly enabled?: boolean }, 'createdAt'>): Promise<ListPage<WebhookRecord>>;
  update(
    organisationId: number,
    id: string,
    changes: Partial<
      Pick<WebhookRecord, 'url' | 'events' | 'description' | 'enabled' | 'disabledReason' | 'headers'>
    >,
    now: number,
  ): Promise<WebhookRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
  /** The sealed secrets that sign now, newest first. */
  secrets(id: WebhookId, now: number): Promise<readonly string[]>;
}

/** A delivery that a worker has claimed: everything needed for one attempt. */
export interface ClaimedDelivery {
  readonly id: DeliveryId;
  readonly webhook: WebhookRecord;
  readonly body: EventBody;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

export interface AttemptOutcome {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 16 kB. */
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly verdict:
    | { readonly kind: 'succeeded' }
    | { readonly kind: 'retry'; readonly at: number }
    | { readonly kind: 'failed'; readonly disable: string | null };
}

export interface DeliveryRecord {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly status: 'pending' | 'retrying' | 'succeeded' | 'failed';
  readonly createdAt: number;
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly startedAt: number;
    readonly durationMs: number;
    readonly responseStatus: number | null;
    readonly responseBody: string | null;
    readonly error: string | null;
  }[];
}

export interface DeliveryStore {
  /**
   * Claims due deliveries, oldest first, at most `perWebhook` of one endpoint (less those it has in flight, which `busy` counts). A claim ends by `settle`, or by itself
   * at `claimedUntil`: a worker that died loses nothing.
   */
  claim(request: {
    readonly now: number;
    readonly claimedUntil: number;
    readonly limit: number;
    readonly perWebhook: number;
    readonly busy: ReadonlyMap<WebhookId, number>;
  }): Promise<readonly ClaimedDelivery[]>;
  /**
   * Records an attempt and what follows; `disable` also disables the endpoint with this reason. A delivery that is over stays so, whatever a
   * late attempt brings; one of a deleted endpoint is ignored.
   */
  settle(id: DeliveryId, outcome: AttemptOutcome): Promise<void>;
  /** When the next delivery of an enabled endpoint is due, or a claim ends; null when none is waiting. It may lie in the past while endpoints have no room. */
  nextDueAt(): Promise<number | null>;
  /** How many are still to be made, of all organisations. */
  waiting(): Promise<number>;
  list(
    query: ListQuery<
      { readonly webhookId: WebhookId; readonly status?: readonly DeliveryRecord['status'][] },
      'createdAt'
    >,
  ): Promise<ListPage<DeliveryRecord>>;
}
