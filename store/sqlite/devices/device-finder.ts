import type { DeviceId } from '../../../contracts/ids.ts';
import type { Context } from '../connection/context.ts';

/** Common table expression: a unit (`:ou`) with all below it. */
const UNITS_BELOW = `units (id) AS (SELECT id FROM ous WHERE id = :ou
    UNION ALL SELECT ous.id FROM ous JOIN units ON ous.parent_id = units.id)`;

/** Finds the devices of units and people. */
export interface DeviceFinder {
  /** Devices in a unit, or of a person in it, including all units below. */
  ofUnit(organisationId: number, ouId: string): readonly DeviceId[];
  /** Devices that one of these people is signed in to; addresses as `textKey` makes them. */
  ofPersons(organisationId: number, keys: readonly string[]): readonly DeviceId[];
  /** Those of the given devices that exist. */
  existing(organisationId: number, ids: readonly string[]): readonly DeviceId[];
  /** Gives each a new version of its target state. */
  touch(ids: readonly DeviceId[]): void;
}

export function createDeviceFinder({ db }: Pick<Context, 'db'>): DeviceFinder {
  const ofUnit = db
    .prepare<[{ readonly organisation: number; readonly ou: string }], DeviceId>(
      `WITH RECURSIVE ${UNITS_BELOW}
       SELECT id FROM devices WHERE ou_id IN (SELECT id FROM units) AND organisation_id = :organisation AND unenrolled_at IS NULL
       UNION
       SELECT id FROM devices WHERE organisation_id = :organisation AND unenrolled_at IS NULL
         AND user_key IN (SELECT email_key FROM users WHERE ou_id IN (SELECT id FROM units))`,
    )
    .pluck();
  const ofPersons = db
    .prepare<[organisationId: number, keys: string], DeviceId>(
      'SELECT id FROM devices WHERE organisation_id = ? AND unenrolled_at IS NULL AND user_key IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const existing = db
    .prepare<[organisationId: number, ids: string], DeviceId>(
      'SELECT id FROM devices WHERE organisation_id = ? AND unenrolled_at IS NULL AND id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const touch = db.prepare<[id: string]>(
    'UPDATE devices SET target_version = target_version + 1 WHERE id = ? AND unenrolled_at IS NULL',
  );
  return {
    ofUnit: (organisation, ou) => ofUnit.all({ organisation, ou }),
    ofPersons: (organisationId, keys) => ofPersons.all(organisationId, JSON.stringify(keys)),
    existing: (organisationId, ids) => existing.all(organisationId, JSON.stringify(ids)),
    touch(ids) {
      for (const id of ids) touch.run(id);
    },
  };
}
