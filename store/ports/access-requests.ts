import type { AccessRequestId, AlertId, DeviceId, OuId, OverrideId } from '../../contracts/ids.ts';
import type { AccessRequestStatus } from '../../contracts/rest/access-requests.ts';
import type { ListPage, ListQuery } from './list.ts';

/** A student's request for a blocked site, as stored. Times are epoch milliseconds of the server. */
export interface AccessRequestRecord {
  readonly id: AccessRequestId;
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  /** Who was signed in at that time; null = it cannot be told. */
  readonly user: string | null;
  /** The unit of the device at that time. Its path is the present one. */
  readonly ouId: OuId;
  readonly ouPath: string;
  /** Normalised. */
  readonly host: string;
  readonly url: string | null;
  readonly note: string | null;
  readonly policyId: string | null;
  readonly ruleId: string | null;
  /** Null = alerts of requests are off. */
  readonly alertId: AlertId | null;
  readonly status: AccessRequestStatus;
  /** How often it was asked while it was open. */
  readonly count: number;
  readonly createdAt: number;
  readonly lastAskedAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly words: string | null;
  readonly overrideIds: readonly OverrideId[];
  readonly updatedAt: number;
}

/** Same device, person and host. */
export type AskedAlready = Pick<AccessRequestRecord, 'organisationId' | 'deviceId' | 'user' | 'host'>;

export type NewAccessRequest = AskedAlready &
  Pick<AccessRequestRecord, 'ouId' | 'url' | 'note' | 'policyId' | 'ruleId' | 'alertId'> & {
    readonly at: number;
  };

export interface AccessRequestFilter {
  readonly status?: readonly AccessRequestStatus[];
  readonly host?: readonly string[];
  readonly deviceId?: readonly string[];
  readonly user?: readonly string[];
  readonly ouPaths?: readonly string[];
  readonly withinOuPath?: string;
}
export type AccessRequestSortField = 'createdAt';

/** What ends a request. */
export interface AccessRequestEnd {
  readonly status: Exclude<AccessRequestStatus, 'open'>;
  /** Null = it ended by itself. */
  readonly by: string | null;
  readonly words: string | null;
  readonly overrideIds: readonly OverrideId[];
  readonly at: number;
}

/** How long a request stays open (milliseconds). The device keeps an answer as long. */
export const ACCESS_REQUEST_MS = 86_400_000;

export interface AccessRequestStore {
  /** Stores a request. Asked again while it is open it is the same one, with the later note and address. */
  ask(asked: NewAccessRequest): Promise<AccessRequestRecord>;
  /** Whether `ask` would find an open one. */
  isOpen(asked: AskedAlready): Promise<boolean>;
  get(organisationId: number, id: string): Promise<AccessRequestRecord | null>;
  list(query: ListQuery<AccessRequestFilter, AccessRequestSortField>): Promise<ListPage<AccessRequestRecord>>;
  /** Open requests for a host, the oldest first. */
  openFor(organisationId: number, host: string, limit: number): Promise<readonly AccessRequestRecord[]>;
  /** Ends an open request, once; null = it is not open any more. An answer gives its device a new target state. */
  end(id: AccessRequestId, end: AccessRequestEnd): Promise<AccessRequestRecord | null>;
  /** What was answered to a device from a moment on, the latest first, at most 20. */
  answersFor(deviceId: DeviceId, since: number): Promise<readonly AccessRequestRecord[]>;
  /** Open, but their time is over; of any organisation, the earliest first. */
  due(now: number, limit: number): Promise<readonly AccessRequestRecord[]>;
  /** Deletes at most `limit` that were made before, of any organisation. @returns how many */
  purge(before: number, limit: number): Promise<number>;
}
