import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { DeviceId } from '../../../contracts/ids.ts';
import { SLOTS } from './numbers.ts';

/**
 * So many places are looked at for one record. Places are drawn by a secret: a chain of this length takes some ten million records of one
 * millisecond.
 */
const MAX_PROBES = 64;

/** Where a record is looked for within its millisecond. */
export interface RecordPlace {
  /** By which a repeat is known: 48 bits, the same in every database. */
  readonly digest: number;
  /** Where it is looked for first. Nobody who does not know the secret can choose it. */
  readonly firstSlot: number;
  /** Where versions before migration 0017 have put it: a device could choose that by the ids that it made. */
  readonly unkeyedSlot: number;
}

export interface RecordPlaces {
  of(deviceId: DeviceId, recordId: string): RecordPlace;
}

/** The places of records of a database, by its own secret. */
export function createRecordPlaces(db: Database): RecordPlaces {
  const secret = db.prepare<[], Buffer>('SELECT secret FROM record_secret').pluck().get();
  if (secret === undefined) throw new Error('the secret of the records is not in the database');
  const prefix = secret.toString('base64');
  return {
    of(deviceId, recordId) {
      const name = `${deviceId}\n${recordId}`;
      const bytes = hash('sha1', name, 'buffer');
      // A hash of secret and name stands for a MAC here: nobody sees its output, of which 26 bits are used.
      const keyed = hash('sha256', `${prefix}\n${name}`, 'buffer');
      return {
        digest: bytes.readUIntBE(0, 6),
        firstSlot: keyed.readUInt32BE(0) >>> 6,
        unkeyedSlot: bytes.readUInt32BE(6) >>> 6,
      };
    },
  };
}

/** The slots where a record may lie, in the order of looking. */
export function* slotsFrom(firstSlot: number): Generator<number> {
  for (let step = 0; step < MAX_PROBES; step++) yield (firstSlot + step) % SLOTS;
}
