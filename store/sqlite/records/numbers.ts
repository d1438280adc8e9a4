import { encodeId, type Id } from '../../../contracts/ids.ts';

/** A UTC day (milliseconds): what one table holds. */
export const DAY_MS = 86_400_000;

/** Places within a millisecond. 27 bits of the day's milliseconds and these 26 make 53, which JavaScript numbers hold exactly. */
export const SLOTS = 2 ** 26;

/**
 * The number of a record within its day: its millisecond × `SLOTS` + a slot. It is the row's key, so that a day's table lies in the order of time
 * without an index for it. @param at epoch milliseconds
 */
export function numberOf(at: number, slot: number): number {
  return (((at % DAY_MS) + DAY_MS) % DAY_MS) * SLOTS + slot;
}

/** Days since 1970-01-01 (UTC). */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The time of a record of a day, epoch milliseconds. */
export function timeOf(day: number, number: number): number {
  return day * DAY_MS + Math.floor(number / SLOTS);
}

export function slotOf(number: number): number {
  return ((number % SLOTS) + SLOTS) % SLOTS;
}

/**
 * The id of a record: a UUIDv7 (RFC 9562, section 5.7) whose random bits are slot and organisation. It needs no storage, is the same each time, and
 * sorts as the records do.
 */
export function recordIdOf<P extends 'log' | 'act'>(
  prefix: P,
  {
    organisationId,
    day,
    number,
  }: { readonly organisationId: number; readonly day: number; readonly number: number },
): Id<P> {
  const at = timeOf(day, number);
  const slot = slotOf(number);
  const uuid = Buffer.alloc(16);
  uuid.writeUIntBE(at, 0, 6);
  uuid[6] = 0x70 | (slot >>> 22);
  uuid[7] = (slot >>> 14) & 0xff;
  uuid[8] = 0x80 | ((slot >>> 8) & 0x3f);
  uuid[9] = slot & 0xff;
  uuid.writeUIntBE(organisationId, 10, 6);
  return encodeId(prefix, uuid);
}
