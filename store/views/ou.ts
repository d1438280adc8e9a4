import type { Ou } from '../../contracts/rest/ous.ts';
import type { OuCounts, OuRecord } from '../ports/organisations.ts';
import { timestamp } from './timestamp.ts';

/** An organisational unit as API users see it. The root, which has no name, shows its path as one. */
export function toOu(
  record: OuRecord,
  { userCount, deviceCount }: OuCounts = { userCount: 0, deviceCount: 0 },
): Ou {
  return {
    id: record.id,
    name: record.parentId === null ? '/' : record.name,
    parentId: record.parentId,
    path: record.path,
    userCount,
    deviceCount,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
