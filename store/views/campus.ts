import type { Campus } from '../../contracts/rest/resources.ts';
import type { CampusRecord } from '../ports/organisations.ts';
import { timestamp } from './timestamp.ts';

/** A campus as API users see it. */
export function toCampus(record: CampusRecord): Campus {
  return {
    id: record.id,
    name: record.name,
    cidrs: [...record.cidrs],
    geofence: record.geofence === null ? null : { ...record.geofence },
    gatewayMacs: [...record.gatewayMacs],
    bssids: [...record.bssids],
    ssids: [...record.ssids],
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
