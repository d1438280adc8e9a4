import type { EnrollmentToken } from '../../contracts/rest/resources.ts';
import type { EnrollmentTokenRecord } from '../ports/organisations.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** An enrollment token as API users see it; its text is shown only once, by the call that makes it. */
export function toEnrollmentToken(record: EnrollmentTokenRecord): EnrollmentToken {
  return {
    id: record.id,
    name: record.name,
    ou: record.ouPath,
    maxUses: record.maxUses,
    uses: record.uses,
    expiresAt: timestampOrNull(record.expiresAt),
    reEnroll: record.reEnroll,
    deviceId: record.deviceId,
    createdAt: timestamp(record.createdAt),
  };
}
