import type { EventBody, EventType } from '../../contracts/events/catalogue.ts';
import type { WebhookKind } from '../../contracts/events/webhook-kinds.ts';
import type { DeliveryId, DeviceId, EventId, WebhookId } from '../../contracts/ids.ts';
import type { WebhookSignature } from '../../contracts/rest/webhooks.ts';
import type { ChatPace } from './chat-pace.ts';
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
   * Appends an event and, for every enabled webhook whose filters match, a delivery that is due now. To be called inside the transaction of the change.
   * `sequence` grows by one per organisation in commit order: no reader sees n + 1 before n.
   */
  append(event: NewEvent): Promise<EventBody>;
  /** Appends events in their order, as `append` would one after the other. */
  appendMany(events: readonly NewEvent[]): Promise<void>;
  get(organisationId: number, id: EventId): Promise<EventBody | null>;
  /**
   * Stored events by sequence, without a gap except for other `types`.
   * @throws Fault events_expired, with the sequence of the oldest, when some events after `after`, or after the position, are deleted
   */
  list(query: ListQuery<EventFilter, 'sequence'>): Promise<ListPage<EventBody>>;
  /** Stored events about one device, by the time at which they happened. */
  ofDevice(query: ListQuery<DeviceEventFilter, 'timestamp'>): Promise<ListPage<EventBody>>;
  /**
   * Deletes events that happened before a moment, oldest first, with their deliveries and attempts. An event that is still to be delivered to an enabled
   * webhook stays; it can no longer be pulled when a later one is deleted. Sequences continue. A call looks at no more than `limit` events of one organisation,
   * after `after`, and deletes hardly more rows than that: call it again from where it ended.
   * @returns how many events were deleted, and where to continue; null at the end of the last organisation
   */
  purge(request: {
    readonly before: number;
    readonly limit: number;
    readonly after: EventPlace | null;
  }): Promise<{ readonly purged: number; readonly next: EventPlace | null }>;
}

/** A place among all events: behind this sequence of this organisation. */
export interface EventPlace {
  readonly organisationId: number;
  readonly sequence: number;
}

export interface EventFilter {
  /** Only those behind this sequence. */
  readonly after?: number;
  /** Only those of these types. */
  readonly types?: readonly EventType[];
}

export interface DeviceEventFilter {
  readonly deviceId: DeviceId;
  readonly types: readonly EventType[];
}

/** After this many failures in a row people are warned that an endpoint is in trouble. */
export const WARN_AFTER_FAILURES = 4;

export interface WebhookRecord {
  readonly id: WebhookId;
  readonly organisationId: number;
  readonly url: string;
  readonly kind: WebhookKind;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly signature: WebhookSignature;
  readonly headers: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  /** Last 2xx; null before the first. */
  readonly lastSuccessAt: number | null;
  readonly failuresInARow: number;
  /** When it was enabled last: failures before that do not count. */
  readonly enabledAt: number;
}

/** A webhook before its first attempt. */
export type NewWebhook = Omit<WebhookRecord, 'version' | 'lastSuccessAt' | 'failuresInARow' | 'enabledAt'>;

/** A secret that signs now. */
export interface WebhookSecretRecord {
  readonly sealed: string;
  readonly createdAt: number;
  /** Null for the current one. */
  readonly expiresAt: number | null;
}

/** The ed25519 key of a webhook. */
export interface WebhookKeyRecord {
  /** Raw, in base64url. */
  readonly publicKey: string;
  readonly sealed: string;
  readonly createdAt: number;
}

export interface WebhookStore {
  /** @param webhook with the sealed (encrypted) `whsec_…` secret */
  create(webhook: NewWebhook & { readonly sealedSecret: string }): Promise<WebhookRecord>;
  get(organisationId: number, id: string): Promise<WebhookRecord | null>;
  list(query: ListQuery<{ readonly enabled?: boolean }, 'createdAt'>): Promise<ListPage<WebhookRecord>>;
  update(
    organisationId: number,
    id: string,
    changes: Partial<
      Pick<
        WebhookRecord,
        'url' | 'events' | 'description' | 'enabled' | 'disabledReason' | 'headers' | 'signature'
      >
    >,
    now: number,
  ): Promise<WebhookRecord | null>;
  delete(organisationId: number, id: string): Promise<boolean>;
  /** The sealed secrets that sign now, newest first. */
  secrets(id: WebhookId, now: number): Promise<readonly string[]>;
  /** The same with their times. */
  secretRecords(id: WebhookId, now: number): Promise<readonly WebhookSecretRecord[]>;
  /** A new secret signs from now on. All others end at `formerEndAt` at the latest; at once when there are two newer former secrets. */
  rotateSecret(
    id: WebhookId,
    change: { readonly sealed: string; readonly now: number; readonly formerEndAt: number },
  ): Promise<void>;
  signingKey(id: WebhookId): Promise<WebhookKeyRecord | null>;
  addSigningKey(id: WebhookId, key: WebhookKeyRecord): Promise<void>;
  /** Webhooks that Schoolgate has disabled and that no mail has named yet, of all organisations. */
  untold(): Promise<readonly WebhookRecord[]>;
  told(id: WebhookId, at: number): Promise<void>;
}

/** A delivery that a worker has claimed: everything needed for one attempt. */
export interface ClaimedDelivery {
  readonly id: DeliveryId;
  readonly webhook: WebhookRecord;
  /** The sealed secrets that sign at the time of the claim, newest first. Absent for a chat. */
  readonly secrets?: readonly string[];
  readonly body: EventBody;
  /** Whether it is due by its schedule, or a person asked for it. */
  readonly trigger: AttemptTrigger;
  /** The attempt of the schedule: 1 is the first. */
  readonly attempt: number;
  /** Other deliveries in the same message to a chat; absent when there are none. */
  readonly joined?: JoinedDeliveries;
  /** For a chat: the present names of the devices, policies and campuses that the events name by id. */
  readonly names?: Names;
}

/** Names by id, without those that no longer exist. */
export type Names = Readonly<Record<string, string>>;

/** Deliveries of the same type to the same chat that share another one's message and its result. */
export interface JoinedDeliveries {
  readonly deliveries: readonly { readonly id: DeliveryId; readonly attempt: number }[];
  /** Of the first of them. */
  readonly bodies: readonly EventBody[];
  /** On how many different devices the events of the whole message were. */
  readonly devices: number;
}

export type AttemptTrigger = 'scheduled' | 'manual';

export interface AttemptOutcome {
  readonly trigger: AttemptTrigger;
  /** Without secrets. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 16 kB. */
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly step:
    | { readonly kind: 'succeeded' }
    | { readonly kind: 'retry'; readonly at: number }
    | { readonly kind: 'failed'; readonly disable: string | null };
}

/** An attempt that is over. */
export interface SettledAttempt {
  readonly id: DeliveryId;
  readonly outcome: AttemptOutcome;
  /** It was part of another delivery's message: its result does not count once more for the endpoint. */
  readonly joined?: boolean;
}

export interface DeliveryRecord {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly status: 'pending' | 'retrying' | 'succeeded' | 'failed';
  readonly createdAt: number;
  readonly nextAttemptAt: number | null;
  readonly body: EventBody;
  /** How many were made. */
  readonly attemptCount: number;
  /** The newest, in the order in which they were made. */
  readonly attempts: readonly {
    readonly number: number;
    readonly trigger: AttemptTrigger;
    readonly requestHeaders: Readonly<Record<string, string>>;
    readonly startedAt: number;
    readonly durationMs: number;
    readonly responseStatus: number | null;
    readonly responseBody: string | null;
    readonly error: string | null;
  }[];
}

export interface DeliveryStore {
  /**
   * Claims due deliveries, oldest first: at most `perWebhook` of one endpoint, and `ahead` more, less those claimed already, which `busy` counts. A claim ends
   * by `settle`, or by itself at `claimedUntil`, so a worker that died loses nothing. A chat has one claim at a time, of all that becomes one message; without
   * `chat`, deliveries to chats are not claimed.
   */
  claim(request: {
    readonly now: number;
    readonly claimedUntil: number;
    readonly limit: number;
    readonly perWebhook: number;
    readonly busy: ReadonlyMap<WebhookId, number>;
    readonly ahead?: ReadonlyMap<WebhookId, number>;
    readonly chat?: ChatPace;
  }): Promise<readonly ClaimedDelivery[]>;
  /**
   * Records attempts, in this order, with their consequences; `disable` also disables the endpoint with this reason. A finished delivery stays as it is,
   * whatever a late attempt brings; but a failed one that a person asked to repeat may succeed. A delivery of a deleted endpoint is ignored.
   */
  settleMany(attempts: readonly SettledAttempt[]): Promise<void>;
  /** Nothing is claimed for a chat before a moment. */
  holdChat(id: WebhookId, until: number): Promise<void>;
  /** When the next delivery of an enabled endpoint is due, or a claim ends; null when none waits. It may be in the past while endpoints have no room. */
  nextDueAt(): Promise<number | null>;
  /** How many are still to be made, of all organisations. */
  waiting(): Promise<number>;
  /** Bounded by the time at which they were made. Each with its last attempts only (`LISTED_ATTEMPTS`), and the beginnings of their answers. */
  list(query: ListQuery<DeliveryFilter, 'createdAt'>): Promise<ListPage<DeliveryRecord>>;
  get(organisationId: number, webhookId: WebhookId, id: string): Promise<DeliveryRecord | null>;
  /**
   * Adds one attempt outside of the schedule, which does not change: now, or after the one that runs. Does nothing when an attempt is about to be made anyway.
   */
  redeliver(id: DeliveryId, now: number): Promise<void>;
  /**
   * Has events sent again on a new schedule: those of a webhook's filters that happened in the range and were not delivered. `recoverSome` does it step by
   * step. What a waiting range contains already is not done twice.
   * @throws Fault conflict when too many ranges wait already
   */
  recover(webhook: WebhookRecord, range: { readonly since: number; readonly until: number }): Promise<void>;
  /** Whether `recoverSome` has something to do. */
  recovering(): Promise<boolean>;
  /** Has the next events of one recovery sent, at most `events`. A recovery of a disabled webhook ends. */
  recoverSome(now: number, events: number): Promise<void>;
}

export interface DeliveryFilter {
  readonly webhookId: WebhookId;
  readonly status?: readonly DeliveryRecord['status'][];
  readonly eventType?: readonly string[];
}
