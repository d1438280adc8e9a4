import type { CampusState } from '../../contracts/device/campus.ts';
import type { DeviceId, Id } from '../../contracts/ids.ts';
import type { BypassKind } from '../../contracts/policy/bypass.ts';
import type { Action } from '../../contracts/policy/model.ts';
import type { ACTIVITY_KINDS, LogReason } from '../../contracts/rest/records.ts';
import type { ListPage, ListQuery } from './list.ts';

/** The two kinds of records: decided requests, and everything else that devices report of what somebody did. */
export const RECORD_KINDS = ['logs', 'activity'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds of what somebody did; a `request` is a log entry. */
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** A decided request, as stored. */
export interface LogRecord {
  /** Made of its time and its place among requests of the same time. Stable, and ascending as `timestamp` is. */
  readonly id: Id<'log'>;
  /** When it was made: the device's own time, or the time of receipt when that cannot be true. Epoch milliseconds. */
  readonly at: number;
  readonly receivedAt: number;
  readonly deviceId: DeviceId;
  /** E-mail form, as reported; null = nobody signed in. */
  readonly user: string | null;
  /** The device's unit when the record came in. */
  readonly ouPath: string;
  readonly domain: string | null;
  readonly url: string | null;
  readonly category: string | null;
  /** Missing values become `allow`, `default` and `unknown`. */
  readonly action: Action;
  readonly reason: LogReason;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly ruleId: string | null;
  readonly campus: CampusState;
  /** How many equal requests it stands for, at least 1. */
  readonly count: number;
  /** For `reason` `protection`: the kind of attempt to get round the filter. */
  readonly bypass: BypassKind | null;
  /** Program that made the request, if the device knows it. */
  readonly app: string | null;
  /** The device's heartbeats did not say that `user` was signed in at that time. */
  readonly unproven: boolean;
}

/** Something that a person did, as stored. */
export interface ActivityEntry {
  readonly id: Id<'act'>;
  readonly at: number;
  readonly receivedAt: number;
  readonly deviceId: DeviceId;
  readonly user: string | null;
  readonly ouPath: string;
  readonly kind: ActivityKind;
  readonly title: string | null;
  readonly url: string | null;
  readonly domain: string | null;
  readonly category: string | null;
  readonly durationSeconds: number | null;
  readonly flagged: boolean;
  readonly unproven: boolean;
}

/** Identifies the entry of a received request. */
export interface ReceivedRequest {
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  readonly receivedAt: number;
  /** The record as the device sent it, with its own time. */
  readonly recordId: string;
  readonly at: number;
}

/** All given members must match; of several values, one. */
export interface LogFilter {
  readonly deviceId?: readonly string[];
  /** Without regard to case. */
  readonly user?: readonly string[];
  /** Paths of units, each with its subtree. */
  readonly ouPaths?: readonly string[];
  readonly withinOuPath?: string;
  /** Each with what is below it. */
  readonly domain?: readonly string[];
  readonly category?: readonly string[];
  readonly action?: readonly Action[];
  readonly reason?: readonly LogReason[];
  readonly policyId?: readonly string[];
  readonly ruleId?: readonly string[];
  readonly campus?: readonly CampusState[];
}

export interface ActivityFilter {
  readonly deviceId?: readonly string[];
  readonly user?: readonly string[];
  readonly ouPaths?: readonly string[];
  readonly withinOuPath?: string;
  readonly domain?: readonly string[];
  readonly kind?: readonly ActivityKind[];
  readonly flagged?: boolean;
}

export type RecordSortField = 'timestamp';

/** Days that were deleted because their time was over. */
export interface PurgeReceipt {
  readonly kind: RecordKind | 'alerts' | 'audit';
  /** Null: of all organisations. */
  readonly organisationId: number | null;
  /** Times of what was deleted, half-open, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** When it was deleted. */
  readonly at: number;
}

/**
 * Records of devices, stored by UTC day. A list is bounded in time by `range`, and by its cursor reads the first page as fast as the last. It examines a
 * bounded number of records for each page: when hardly any match, a page may hold fewer rows than asked for, or none; `hasMore` then says that there is more to
 * examine, and `last` is where to continue. Totals are exact up to 10,000 if the counted records are within that bound; else `totalIsEstimate` is set.
 */
export interface RecordStore {
  logs(query: ListQuery<LogFilter, RecordSortField>): Promise<ListPage<LogRecord>>;
  activity(query: ListQuery<ActivityFilter, RecordSortField>): Promise<ListPage<ActivityEntry>>;
  /** The entry of a received request; null when it was deleted, or never stored. */
  findLog(received: ReceivedRequest): Promise<LogRecord | null>;
  /**
   * Does the next step of deleting the oldest day of a kind that ended before a moment. The first step closes the day with its receipt: from then on no list
   * has it. Later steps drop its indexes one by one, delete up to `maxRows` of its records, and drop the table. To be called until it returns null. Deleted
   * records never come back: a later repeat is stored under the time of its receipt.
   * @returns what was done; null when no such day is left
   */
  purgeSlice(kind: RecordKind, before: number, maxRows: number): Promise<PurgeSlice | null>;
  /** Deletes texts and strays that no record needs any more, a bounded number at once. @returns how many */
  forgetUnused(before: { readonly people: number; readonly others: number }): Promise<number>;
  /** Moves up to `maxRows` records of an older version. @returns how many are left, 0 when done */
  carryOver(maxRows: number): Promise<number>;
  addReceipt(receipt: PurgeReceipt): Promise<void>;
}

export interface PurgeSlice {
  readonly rows: number;
  /** Whether the day's table is dropped. */
  readonly dayEnded: boolean;
}
