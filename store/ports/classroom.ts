import type { ClassroomSessionId, DeviceId, OuId } from '../../contracts/ids.ts';
import type { BundleSession } from '../../contracts/policy/model.ts';
import type { ListPage, ListQuery } from './list.ts';

export const SESSION_STATUSES = ['scheduled', 'active', 'ended', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
export type SessionMode = BundleSession['mode'];

/** A classroom session as stored. Times are epoch milliseconds; e-mail addresses are in lower case. */
export interface ClassroomSessionRecord {
  readonly id: ClassroomSessionId;
  readonly organisationId: number;
  readonly name: string;
  readonly teacher: string;
  /** Whom it applies to: exactly one of the three is set. */
  readonly studentEmails: readonly string[];
  readonly ouId: OuId | null;
  readonly deviceIds: readonly DeviceId[];
  /** Present path of the unit; its last path when the unit is deleted. */
  readonly ouPath: string | null;
  /** The lowest unit above all that it applies to. A person limited to a unit sees the sessions of that unit's subtree. */
  readonly placeOuId: OuId;
  readonly startsAt: number;
  readonly durationMinutes: number;
  readonly endsAt: number;
  readonly mode: SessionMode;
  readonly allowedUrls: readonly string[];
  readonly status: SessionStatus;
  /** When it ended or was cancelled; null before. */
  readonly endedAt: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change: the ETag. */
  readonly version: number;
}

/** What may be changed of a session that has not ended. */
export interface SessionChanges {
  readonly name?: string;
  readonly mode?: SessionMode;
  readonly allowedUrls?: readonly string[];
  /** Counted from the start; moves `endsAt`. */
  readonly durationMinutes?: number;
}

/** A conflict: a later session takes students or devices over from one that still runs. */
export interface SessionConflict {
  /** The earlier session, which does not apply to them meanwhile. */
  readonly sessionId: ClassroomSessionId;
  /** The later session, which applies. */
  readonly bySessionId: ClassroomSessionId;
  readonly byTeacher: string;
  readonly studentEmails: readonly string[];
  readonly deviceIds: readonly DeviceId[];
  readonly since: number;
  /** When the later one ended; null while both run. */
  readonly endedAt: number | null;
}

/** A session that was in force at some moment, with whom it applies to. `bundleSession` of store/rules makes of it what one device or person gets. */
export interface SessionInForce {
  readonly id: ClassroomSessionId;
  readonly name: string;
  readonly mode: SessionMode;
  readonly allowedUrls: readonly string[];
  readonly startsAt: number;
  /** The real end, if it ended early. */
  readonly endsAt: number;
  readonly studentEmails: readonly string[];
  readonly ouPath: string | null;
  readonly deviceIds: readonly DeviceId[];
}

/** A session as one device gets it. */
export interface ClaimingSession extends BundleSession {
  readonly name: string;
}

export interface ClassroomSessionFilter {
  readonly status?: readonly SessionStatus[];
  readonly teacher?: readonly string[];
  readonly mode?: readonly SessionMode[];
  /** Sessions that start in this half-open time, epoch milliseconds. */
  readonly from?: number;
  readonly to?: number;
  readonly withinOuPath?: string;
}
export type ClassroomSessionSortField = 'startsAt' | 'createdAt' | 'name';

/** How many sessions one device gets, the next first: a week of lessons. */
export const MAX_SESSIONS_OF_DEVICE = 50;

/** A session claims a device by its id, by its unit, or by the person who is signed in (by address, or by their unit). */
export interface ClassroomSessionStore {
  create(session: Omit<ClassroomSessionRecord, 'ouPath'>): Promise<ClassroomSessionRecord>;
  get(organisationId: number, id: string): Promise<ClassroomSessionRecord | null>;
  list(
    query: ListQuery<ClassroomSessionFilter, ClassroomSessionSortField>,
  ): Promise<ListPage<ClassroomSessionRecord>>;
  /** Null when there is none, or it has ended. `inForce` still returns what was in force before a change. */
  update(
    organisationId: number,
    id: string,
    changes: SessionChanges,
    now: number,
  ): Promise<ClassroomSessionRecord | null>;
  /** scheduled → active → ended, scheduled → cancelled. Null when the session has no status from which this step is allowed: so no step is taken twice. */
  advance(
    id: ClassroomSessionId,
    step: { readonly to: 'active' | 'ended' | 'cancelled'; readonly at: number },
  ): Promise<ClassroomSessionRecord | null>;
  /** Scheduled sessions whose start has come and active ones whose end has come, of any organisation, earliest first. */
  due(now: number, limit: number): Promise<readonly ClassroomSessionRecord[]>;
  /** When the next session starts or ends; null when none is open. */
  nextChangeAt(): Promise<number | null>;
  /** Those that run now, by start. */
  active(organisationId: number): Promise<readonly ClassroomSessionRecord[]>;
  /** All sessions in force at a moment, now or past, by start, with their settings of that moment and the present paths of units. */
  inForce(organisationId: number, at: number): Promise<readonly SessionInForce[]>;
  /** The sessions that a device gets: open ones that apply to it or to the person signed in, by start, at most `MAX_SESSIONS_OF_DEVICE`. */
  claiming(deviceId: DeviceId, now: number): Promise<readonly ClaimingSession[]>;
  /** The devices that it applies to now. */
  claimedDevices(id: ClassroomSessionId): Promise<readonly DeviceId[]>;
  /** Gives every device that it applies to a new version of its target state. @returns those devices, to be woken */
  touchDevices(id: ClassroomSessionId): Promise<readonly DeviceId[]>;
  /** Gives these devices a new version of their target state. */
  renewTargets(ids: readonly DeviceId[]): Promise<void>;
  /** Deletes at most `limit` of those that were over before, of any organisation, with all that belongs to them. @returns how many */
  purge(before: number, limit: number): Promise<number>;
  /** Notes a conflict; a second one of the same two sessions adds to the first. */
  noteConflict(conflict: Omit<SessionConflict, 'byTeacher' | 'endedAt'>): Promise<void>;
  /** Ends the conflicts in which a session takes part. */
  endConflicts(id: ClassroomSessionId, at: number): Promise<void>;
  /** The conflicts that these sessions lose, oldest first. */
  conflictsOf(ids: readonly ClassroomSessionId[]): Promise<readonly SessionConflict[]>;
}
