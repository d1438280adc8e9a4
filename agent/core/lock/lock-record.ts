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

/** A lock that ended here, off-line: an older target must not bring it back, and the server must hear of it. */
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
    /** Of this lock, however often the computer was started; absent in records of before. */
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

/** The lock of a device whose record was lost: nobody knows its message or PIN, the server's next target ends or names it. */
export function provisionalLock(now: number): LockRecord {
  const held: HeldLock = { commandId: null, sequence: 0, message: null, since: now, until: null, pin: null };
  return { ...NEVER_LOCKED, held };
}

/** What a wish of the server does to the record. */
export type LockChange =
  | { readonly change: 'lock' | 'unlock'; readonly record: LockRecord }
  | { readonly change: 'none'; readonly why: 'already' | 'older' | 'released' | 'over' };

/** Server time as a lock is weighed by. Both are the same but after a restart that has not met the server yet. */
export interface LockTimes {
  /** The best guess: from here a duration counts. */
  readonly now: number;
  /** Server time has surely reached this: a lock is over by this alone, for the guess believes the firmware clock. */
  readonly certain: number;
}

/**
 * Weighs what the server wants against what is. Ordered by `sequence`: what is older than the newest obeyed changes nothing. A lock
 * that was released here by PIN or timer stays released, though a target still asks for it.
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
    // It is the newest word of the server, so whatever lock it replaced is over too.
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

/** A fixed end wins: a device that lost its record and locks again must not count the duration anew. */
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

/** The record after the server has been told of all releases (they wait in the outbox). */
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

/** The tries with one more, to be kept before it is judged: a power cut gives no try back. */
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
