import type { PinHash } from '../../../contracts/device/lock.ts';
import type { LockTarget } from '../../../contracts/mqtt/messages.ts';

/** A lock in force. Times are server time, epoch milliseconds. */
export interface HeldLock {
  /** Null: a provisional lock, kept because the record of the true one was lost. */
  readonly commandId: string | null;
  readonly sequence: number;
  readonly message: string | null;
  readonly since: number;
  /** Null = until unlocked. */
  readonly until: number | null;
  readonly pin: PinHash | null;
}

/** A lock that was ended on the device. An older target state must not bring it back, and it must be reported to the server. */
export interface Release {
  readonly commandId: string;
  readonly by: 'pin' | 'timer';
  readonly at: number;
  readonly reported: boolean;
}

/** All that the device must remember about locks; the content of lock.json. */
export interface LockRecord {
  readonly format: 1;
  readonly held: HeldLock | null;
  /** Of the newest lock or unlock that was obeyed. */
  readonly sequence: number;
  readonly pinTries: {
    /** Since the last block. */
    readonly failed: number;
    readonly blockedUntil: number | null;
    /** All tries of this lock, over restarts of the computer; absent in records of older agents. */
    readonly total?: number;
  };
  /** Oldest first. */
  readonly releases: readonly Release[];
}

/** More releases than a lost school year has locks; each is some 80 bytes. */
const RELEASES_KEPT = 100;

export const MAX_PIN_TRIES = 5;
export const PIN_BLOCK_MS = 10 * 60_000;

const NO_TRIES = { failed: 0, blockedUntil: null, total: 0 } as const;

export const NEVER_LOCKED: LockRecord = {
  format: 1,
  held: null,
  sequence: 0,
  pinTries: NO_TRIES,
  releases: [],
};

/**
 * The lock of a device whose record was lost, so that nobody knows its message or PIN. The next target state of the server ends it or says which lock
 * it is.
 */
export function provisionalLock(now: number): LockRecord {
  const held: HeldLock = { commandId: null, sequence: 0, message: null, since: now, until: null, pin: null };
  return { ...NEVER_LOCKED, held };
}

/** What a message of the server changes in the record. */
export type LockChange =
  | { readonly change: 'lock' | 'unlock'; readonly record: LockRecord }
  | { readonly change: 'none'; readonly why: 'already' | 'older' | 'released' | 'over' };

/** Server time by which a lock is weighed. The two differ only after a restart, until the server is reached. */
export interface LockTimes {
  /** The best guess. A duration counts from here. */
  readonly now: number;
  /** A time that server time has surely reached. Only this decides that a lock is over, because the guess believes the firmware clock. */
  readonly certain: number;
}

/**
 * Weighs what the server wants against the present lock. A message with a lower `sequence` than the newest one obeyed changes nothing. A lock that
 * was released here by PIN or timer stays released, even if a target state still asks for it.
 */
export function weighLock(record: LockRecord, wanted: LockTarget, { now, certain }: LockTimes): LockChange {
  if (wanted.sequence < record.sequence) return { change: 'none', why: 'older' };
  if (!wanted.wanted) {
    if (record.held === null) return { change: 'none', why: 'already' };
    return { change: 'unlock', record: withoutLock({ ...record, sequence: wanted.sequence }) };
  }
  if (wanted.commandId === null) return { change: 'none', why: 'already' };
  if (record.held?.commandId === wanted.commandId) return { change: 'none', why: 'already' };
  const until = endOf(wanted, now);
  const released = record.releases.some(({ commandId }) => commandId === wanted.commandId);
  if (released || (until !== null && until <= certain)) {
    // This is the newest message of the server, so the lock that it replaces is over too.
    if (record.held !== null)
      return { change: 'unlock', record: withoutLock({ ...record, sequence: wanted.sequence }) };
    return { change: 'none', why: released ? 'released' : 'over' };
  }
  const held: HeldLock = {
    commandId: wanted.commandId,
    sequence: wanted.sequence,
    message: wanted.message,
    since: now,
    until,
    pin: wanted.pin,
  };
  return { change: 'lock', record: { ...record, held, sequence: wanted.sequence, pinTries: NO_TRIES } };
}

/** A fixed end counts before a duration: a device that lost its record and locks again must not begin the duration anew. */
function endOf(wanted: LockTarget, now: number): number | null {
  if (wanted.until !== null) return wanted.until;
  return wanted.durationMinutes === null ? null : now + wanted.durationMinutes * 60_000;
}

/** The record after a release on the device. */
export function releasedHere(record: LockRecord, by: Release['by'], now: number): LockRecord {
  const commandId = record.held?.commandId ?? null;
  const releases =
    commandId === null ? record.releases : [...record.releases, { commandId, by, at: now, reported: false }];
  return withoutLock({ ...record, releases: releases.slice(-RELEASES_KEPT) });
}

/** The record after all releases were reported (their reports wait in the outbox). */
export function allReported(record: LockRecord): LockRecord {
  return { ...record, releases: record.releases.map((release) => ({ ...release, reported: true })) };
}

function withoutLock(record: LockRecord): LockRecord {
  return { ...record, held: null, pinTries: NO_TRIES };
}

/** Whether the time of the lock is over; `certain` is a time that server time has surely reached. */
export function isOver(held: HeldLock, certain: number): boolean {
  return held.until !== null && held.until <= certain;
}

/** Wrong tries, of PINs or removal codes. */
export type Tries = Pick<LockRecord['pinTries'], 'failed' | 'blockedUntil'>;

/** The tries with one more counted. To be written before the try is judged, so that a power cut gives no try back. */
export function nextTries(tries: Tries, now: number): Tries {
  const failed = (tries.blockedUntil === null ? tries.failed : 0) + 1;
  return { failed, blockedUntil: failed >= MAX_PIN_TRIES ? now + PIN_BLOCK_MS : null };
}

/** Whether a PIN may be tried now. */
export function pinBlocked(record: LockRecord, certain: number): boolean {
  return record.pinTries.blockedUntil !== null && certain < record.pinTries.blockedUntil;
}

/** The record with one more try counted. */
export function countTry(record: LockRecord, certain: number): LockRecord {
  const total = (record.pinTries.total ?? record.pinTries.failed) + 1;
  return { ...record, pinTries: { ...nextTries(record.pinTries, certain), total } };
}
