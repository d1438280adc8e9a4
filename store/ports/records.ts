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

/** A decided request, as kept. */
export interface LogRecord {
  /** Made of its time and its place among those of the same time: stable, and in the order of `timestamp` lists. */
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
  /** What the device did not say is `allow`, `default` and `unknown`. */
  readonly action: Action;
  readonly reason: LogReason;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly ruleId: string | null;
  readonly campus: CampusState;
  /** How many equal requests it stands for, at least 1. */
  readonly count: number;
  /** Where `reason` is `protection`: the way round the filter that was tried. */
  readonly bypass: BypassKind | null;
  /** Program that asked, where the device could tell. */
  readonly app: string | null;
  /** The device did not tell that `user` was signed in at that time. */
  readonly unproven: boolean;
}

/** Something that somebody did, as kept. */
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

/** By what the entry of a received request is known. */
export interface ReceivedRequest {
  readonly organisationId: number;
  readonly deviceId: DeviceId;
  readonly receivedAt: number;
  /** As the device made it, with its own time. */
  readonly recordId: string;
  readonly at: number;
}

/** All that are given must fit; of several values one. */
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
 * Records of devices, kept by UTC day.
 *
 * A list is bounded in time by `range` and answers first and last page alike by cursor. It looks at a bounded number of records for each page. Where the
 * filters fit hardly any, a page may hold fewer rows than asked for, or none. `hasMore` then says that there is more to look at, and `last` leads on. Totals
 * are exact to 10,000 where the records counted are not more than that bound; beyond, `totalIsEstimate` says so.
 */
export interface RecordStore {
  logs(query: ListQuery<LogFilter, RecordSortField>): Promise<ListPage<LogRecord>>;
  activity(query: ListQuery<ActivityFilter, RecordSortField>): Promise<ListPage<ActivityEntry>>;
  /** The entry that was made of a request as it was received; null when it is kept no longer, or never was. */
  findLog(received: ReceivedRequest): Promise<LogRecord | null>;
  /**
   * Does the next step of deleting the oldest day of a kind that ended before a moment. The first step closes the day with its receipt: from then on it is in
   * no list. Later steps drop one of its indexes, delete up to `maxRows` of its records, and drop the day. To be called until it answers null. What is
   * deleted never comes back: a later repeat counts as a record whose time cannot be true.
   * @returns what was done; null when no such day is left
   */
  purgeSlice(kind: RecordKind, before: number, maxRows: number): Promise<PurgeSlice | null>;
  /** Forgets texts and strays that no record needs any more, a bounded number at once. @returns how many */
  forgetUnused(before: { readonly people: number; readonly others: number }): Promise<number>;
  /** Takes over up to so many records that an older version has stored. @returns how many are left, 0 when done */
  carryOver(maxRows: number): Promise<number>;
  addReceipt(receipt: PurgeReceipt): Promise<void>;
}

export interface PurgeSlice {
  readonly rows: number;
  /** Whether the day is gone for good. */
  readonly dayEnded: boolean;
}
