import type { CampusId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { CampusInput, CampusRecord } from '../ports/organisations.ts';

export function newCampus(
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
export function changedCampus(known: CampusRecord, changes: Partial<CampusInput>, now: number): CampusRecord {
  const before = inputOf(known);
  const after = inputOf({ ...before, ...changes });
  if (JSON.stringify(before) === JSON.stringify(after)) return known;
  return { ...known, ...after, updatedAt: now };
}

export function campusNameTaken(existingId: CampusId): Fault {
  return new Fault('already_exists', 'Another campus has this name.', { extras: { existingId } });
}

function inputOf({ name, cidrs, gatewayMacs, bssids, ssids, geofence }: CampusInput): CampusInput {
  const circle =
    geofence === null ? null : { lat: geofence.lat, lon: geofence.lon, radiusMeters: geofence.radiusMeters };
  return { name, cidrs, gatewayMacs, bssids, ssids, geofence: circle };
}
