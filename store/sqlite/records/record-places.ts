import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { DeviceId } from '../../../contracts/ids.ts';
import { SLOTS } from './numbers.ts';

/** How many places are tried for one record. Places follow from a secret: a chain this long needs some ten million records of one millisecond. */
const MAX_PROBES = 64;

/** The places of a record within its millisecond. */
export interface RecordPlace {
  /** Identifies the record, so that a repeat is recognised: 48 bits, the same in every database. */
  readonly digest: number;
  /** The place that is tried first. Nobody without the secret can choose it. */
  readonly firstSlot: number;
  /** The place that versions before migration 0017 used; a device could choose it by its ids. */
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
