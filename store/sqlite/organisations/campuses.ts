import type { CampusId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { CampusInput, CampusRecord, CampusStore } from '../../ports/organisations.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface CampusRow {
  readonly id: CampusId;
  readonly organisation_id: number;
  readonly name: string;
  readonly cidrs: string;
  readonly gateway_macs: string;
  readonly bssids: string;
  readonly ssids: string;
  readonly geofence: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export function createCampusStore({ db }: Pick<Context, 'db'>): Repository<CampusStore> {
  const list = db.prepare<[organisationId: number], CampusRow>(
    'SELECT * FROM campuses WHERE organisation_id = ? ORDER BY name_key, id',
  );
  const get = db.prepare<[organisationId: number, id: string], CampusRow>(
    'SELECT * FROM campuses WHERE organisation_id = ? AND id = ?',
  );
  const byName = db.prepare<[organisationId: number, nameKey: string], CampusRow>(
    'SELECT * FROM campuses WHERE organisation_id = ? AND name_key = ?',
  );
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO campuses (id, organisation_id, name, name_key, cidrs, gateway_macs, bssids, ssids, geofence, created_at, updated_at)
     VALUES (:id, :organisationId, :name, :nameKey, :cidrs, :gatewayMacs, :bssids, :ssids, :geofence, :createdAt, :updatedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, cidrs = excluded.cidrs,
       gateway_macs = excluded.gateway_macs, bssids = excluded.bssids, ssids = excluded.ssids, geofence = excluded.geofence,
       updated_at = excluded.updated_at`,
  );
  const remove = db.prepare<[organisationId: number, id: string]>(
    'DELETE FROM campuses WHERE organisation_id = ? AND id = ?',
  );
  const bump = db.prepare<[organisationId: number]>(
    'UPDATE organisations SET settings_version = settings_version + 1 WHERE id = ?',
  );

  const find = (organisationId: number, id: string): CampusRecord | null => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : campusOf(row);
  };
  const write = (campus: CampusRecord): CampusRecord => {
    const holder = byName.get(campus.organisationId, textKey(campus.name));
    if (holder !== undefined && holder.id !== campus.id) throw campusNameTaken(holder.id);
    put.run(parametersOf(campus));
    bump.run(campus.organisationId);
    return campus;
  };

  return {
    list: reads((organisationId) => list.all(organisationId).map(campusOf)),
    get: reads(find),
    create: writes((organisationId, id, input, now) => write(newCampus({ organisationId, id, now }, input))),
    update: writes((organisationId, id, changes, now) => {
      const known = find(organisationId, id);
      if (known === null) return null;
      const changed = changedCampus(known, changes, now);
      return changed === known ? known : write(changed);
    }),
    delete: writes((organisationId, id) => {
      if (remove.run(organisationId, id).changes === 0) return false;
      bump.run(organisationId);
      return true;
    }),
  };
}

function parametersOf(campus: CampusRecord): Record<string, unknown> {
  return {
    ...campus,
    nameKey: textKey(campus.name),
    cidrs: JSON.stringify(campus.cidrs),
    gatewayMacs: JSON.stringify(campus.gatewayMacs),
    bssids: JSON.stringify(campus.bssids),
    ssids: JSON.stringify(campus.ssids),
    geofence: campus.geofence === null ? null : JSON.stringify(campus.geofence),
  };
}

function campusOf(row: CampusRow): CampusRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    cidrs: JSON.parse(row.cidrs),
    gatewayMacs: JSON.parse(row.gateway_macs),
    bssids: JSON.parse(row.bssids),
    ssids: JSON.parse(row.ssids),
    geofence: row.geofence === null ? null : JSON.parse(row.geofence),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function newCampus(
  making: { readonly organisationId: number; readonly id: CampusId; readonly now: number },
  input: CampusInput,
): CampusRecord {
  return {
    id: making.id,
    organisationId: making.organisationId,
    ...inputOf(input),
    createdAt: making.now,
    updatedAt: making.now,
  };
}

/** The campus with the changes; the very same object when they change nothing. */
function changedCampus(known: CampusRecord, changes: Partial<CampusInput>, now: number): CampusRecord {
  const before = inputOf(known);
  const after = inputOf({ ...before, ...changes });
  if (JSON.stringify(before) === JSON.stringify(after)) return known;
  return { ...known, ...after, updatedAt: now };
}

function campusNameTaken(existingId: CampusId): Fault {
  return new Fault('already_exists', 'Another campus has this name.', { extras: { existingId } });
}

function inputOf({ name, cidrs, gatewayMacs, bssids, ssids, geofence }: CampusInput): CampusInput {
  const circle =
    geofence === null ? null : { lat: geofence.lat, lon: geofence.lon, radiusMeters: geofence.radiusMeters };
  return { name, cidrs, gatewayMacs, bssids, ssids, geofence: circle };
}
