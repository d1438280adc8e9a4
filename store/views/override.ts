import type { Override } from '../../contracts/rest/overrides.ts';
import type { OverrideRecord } from '../ports/overrides.ts';
import { timestamp } from './timestamp.ts';

/** An override as API users see it. */
export function toOverride(record: OverrideRecord): Override {
  return {
    id: record.id,
    scope: { ...record.scope },
    site: record.site,
    reason: record.reason,
    expiresAt: timestamp(record.expiresAt),
    endedAt: record.endedAt === null ? null : timestamp(record.endedAt),
    createdBy: record.createdBy,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
